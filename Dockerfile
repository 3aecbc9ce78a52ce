# Scanleaf as an image, by BuildKit: `docker build -t scanleaf .`, or `docker buildx bake` for amd64 and arm64.
# docker run --read-only --tmpfs /tmp -p 3000:3000 -p 3001:3001 -v scanleaf:/data scanleaf
# Replace the tag by a digest to pin the very bytes.
ARG NODE=node:24.21.0-bookworm-slim

FROM --platform=$BUILDPLATFORM ${NODE} AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY qr/package.json qr/
COPY shared/package.json shared/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY simulators/package.json simulators/

# Packages with native code for the processor that the image is for.
FROM manifests AS packages
ARG TARGETARCH
RUN npm ci --ignore-scripts --omit=dev --workspace server --no-audit --no-fund --loglevel=error \
  --os=linux --libc=glibc --cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)"

# Bundles are the same on every processor: built once, on that of the builder.
FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
RUN node scripts/build.mjs

FROM build AS tree
COPY --from=packages /app /packages
RUN node scripts/image-tree.mjs /image /packages

FROM ${NODE}
# Of the release (docker-bake.hcl); a build by hand names none.
ARG VERSION=0.0.0 REVISION=unknown
LABEL org.opencontainers.image.title="Scanleaf" \
  org.opencontainers.image.description="QR codes on your own server: print once, change the target, see every scan" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data && chmod 700 /data
COPY --from=tree /image .
# The user `node`, by its number: Kubernetes proves by it that this is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "--enable-source-maps", "server/dist/main.js"]
