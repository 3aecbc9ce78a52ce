export { type JsonBounds, JsonError, type JsonProblem, jsonOrNull, parseJson } from './parse-json'
