import type { RgbaPixels } from '../design/logo'

/** A picture in shades of grey: one byte a pixel, row-major. */
export interface GrayImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** Brightness of RGBA pixels on a surface of one grey (Rec. 601 luma, as cameras and decoders take it). */
export function toGray({ data, width, height }: RgbaPixels, surface: number): GrayImage {
  const gray = new Uint8ClampedArray(width * height)
  for (let pixel = 0, at = 0; pixel < gray.length; pixel++, at += 4) {
    const alpha = (data[at + 3] as number) / 255
    const luma =
      0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number)
    gray[pixel] = luma * alpha + surface * (1 - alpha)
  }
  return { width, height, data: gray }
}

/** Grey as opaque RGBA, the form that decoders take. */
export function toRgba({
  data,
  width,
  height,
}: GrayImage): RgbaPixels & { data: Uint8ClampedArray<ArrayBuffer> } {
  const rgba = new Uint8ClampedArray(data.length * 4)
  const words = new Uint32Array(rgba.buffer)
  for (let pixel = 0; pixel < data.length; pixel++)
    words[pixel] = 0xff000000 | ((data[pixel] as number) * 0x010101)
  return { width, height, data: rgba }
}

/** Puts a picture in the middle of a surface of one grey. */
export function surround(image: GrayImage, border: number, surface: number): GrayImage {
  const width = image.width + 2 * border
  const height = image.height + 2 * border
  const data = new Uint8ClampedArray(width * height).fill(surface)
  for (let y = 0; y < image.height; y++) {
    data.set(image.data.subarray(y * image.width, (y + 1) * image.width), (y + border) * width + border)
  }
  return { width, height, data }
}

/** Changes each pixel by itself. */
export function mapPixels(
  image: GrayImage,
  change: (value: number, x: number, y: number) => number,
): GrayImage {
  const { width, height } = image
  const data = new Uint8ClampedArray(image.data.length)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) data[at] = change(image.data[at] as number, x, y)
  }
  return { width, height, data }
}

/** Box blurs one after the other, close to a Gaussian of this standard deviation in pixels; at least 0.8 is done. */
export function blur(image: GrayImage, deviation: number): GrayImage {
  const half = Math.max(1, Math.floor(deviation))
  const variance = ((2 * half + 1) ** 2 - 1) / 12
  const passes = Math.max(1, Math.round((deviation * deviation) / variance))
  let blurred = image
  for (let pass = 0; pass < passes; pass++) blurred = boxBlurTurned(boxBlurTurned(blurred, half), half)
  return blurred
}

/** Blurs along the lines and swaps lines and columns. */
function boxBlurTurned({ width, height, data }: GrayImage, half: number): GrayImage {
  const out = new Uint8ClampedArray(data.length)
  const span = 2 * half + 1
  for (let y = 0; y < height; y++) {
    const row = y * width
    const at = (x: number): number => data[row + Math.min(width - 1, Math.max(0, x))] as number
    let sum = 0
    for (let x = -half; x <= half; x++) sum += at(x)
    for (let x = 0; x < width; x++) {
      out[x * height + y] = sum / span
      sum += at(x + half + 1) - at(x - half)
    }
  }
  return { width: height, height: width, data: out }
}

/** Mean of the part of the picture that falls on each pixel of a smaller one. */
export function shrink(image: GrayImage, width: number): GrayImage {
  const step = image.width / width
  const height = Math.round(image.height / step)
  const data = new Uint8ClampedArray(width * height)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.floor(y * step), Math.min(image.height, Math.ceil((y + 1) * step))]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.floor(x * step), Math.min(image.width, Math.ceil((x + 1) * step))]
      let sum = 0
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++)
          sum += image.data[row * image.width + column] as number
      }
      data[y * width + x] = sum / ((bottom - top) * (right - left))
    }
  }
  return { width, height, data }
}

/**
 * The picture as seen from the side and turned: for each pixel the place it shows is
 * (x, y) · rotation / (1 + tilt · y), from the middle, in halves of the width.
 */
export function tilt(image: GrayImage, angle: number, strength: number, surface: number): GrayImage {
  const { width, height, data } = image
  const out = new Uint8ClampedArray(data.length)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const [u, v] = [(2 * x) / width - 1, (2 * y - height) / width]
      const depth = 1 + strength * v
      const sourceX = (((u * cos - v * sin) / depth + 1) * width) / 2
      const sourceY = (((u * sin + v * cos) / depth) * width + height) / 2
      out[at] = sample(data, width, height, sourceX, sourceY, surface)
    }
  }
  return { width, height, data: out }
}

function sample(
  data: Uint8ClampedArray,
  width: number,
  height: number,
  x: number,
  y: number,
  surface: number,
): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return surface
  const [right, down] = [x - left, y - top]
  const at = top * width + left
  const upper = (data[at] as number) * (1 - right) + (data[at + 1] as number) * right
  const lower = (data[at + width] as number) * (1 - right) + (data[at + width + 1] as number) * right
  return upper * (1 - down) + lower * down
}
