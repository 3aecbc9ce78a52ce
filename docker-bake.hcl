# The image for both processors: `docker buildx bake`, or `TAG=registry.example.com/scanleaf:1.0.0 docker buildx bake --push`.
variable "TAG" {
  default = "scanleaf"
}

target "default" {
  context   = "."
  tags      = [TAG]
  platforms = ["linux/amd64", "linux/arm64"]
  attest    = ["type=provenance,mode=max", "type=sbom"]
}
