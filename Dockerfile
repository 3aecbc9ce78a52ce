# Scanleaf as an image: `docker build -t scanleaf .`. Replace the tag by a digest to pin the very bytes.
ARG NODE=node:24.21.0-bookworm-slim

FROM ${NODE} AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY qr/package.json qr/
COPY shared/package.json shared/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY simulators/package.json simulators/

# What the bundles load at run time: packages with native code, or with files of their own.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --workspace server --no-audit --no-fund --loglevel=error \
  && rm -rf node_modules/@scanleaf

FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
RUN node scripts/build.mjs

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/scripts/healthcheck.mjs scripts/
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "--enable-source-maps", "server/dist/main.js"]
