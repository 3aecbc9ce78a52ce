# The image for both processors: `docker buildx bake`. `npm run release` writes the variables of a version:
# VERSION=1.2.3 REVISION=abc1234 IMAGE=registry.example.com/scanleaf docker buildx bake --push
variable "IMAGE" {
  default = "scanleaf"
}

variable "VERSION" {
  default = ""
}

variable "REVISION" {
  default = ""
}

# 1.2.3 is also 1.2, 1 and latest; 1.3.0-rc.1 is itself alone.
function "tags" {
  params = [version]
  result = version == "" ? [IMAGE] : length(regexall("-", version)) > 0 ? ["${IMAGE}:${version}"] : [
    "${IMAGE}:${version}",
    "${IMAGE}:${join(".", slice(split(".", version), 0, 2))}",
    "${IMAGE}:${split(".", version)[0]}",
    "${IMAGE}:latest",
  ]
}

target "default" {
  context   = "."
  tags      = tags(VERSION)
  args      = VERSION == "" ? {} : { VERSION = VERSION, REVISION = REVISION }
  platforms = ["linux/amd64", "linux/arm64"]
  attest    = ["type=provenance,mode=max", "type=sbom"]
}
