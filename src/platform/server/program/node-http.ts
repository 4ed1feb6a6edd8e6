/**
 * Node's `http`, for all modules that the server loads. An import would load Node's `fetch` too, which takes 15 MB and
 * 50 ms: Node reads all exports of a built-in module that is imported, also those that it loads on first use.
 */
export const { Agent, createServer, maxHeaderSize, request, STATUS_CODES } = process.getBuiltinModule('node:http');
