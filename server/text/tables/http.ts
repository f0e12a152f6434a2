/** HTTP statuses that are met, and the words that say a number is one. */
export const statuses = new Set(
  (
    '100 101 103 200 201 202 203 204 205 206 207 300 301 302 303 304 307 308 400 401 402 403 404 405 406 407 408 409 410 411 412 413 414 ' +
    '415 416 417 418 421 422 423 424 425 426 428 429 431 451 500 501 502 503 504 505 507 508 511'
  ).split(' '),
);
export const statusWords = new Set(
  'OK Created Accepted Moved Found Bad Unauthorized Forbidden Not Conflict Gone Unprocessable Too Internal Service Gateway error errors response responses status'.split(
    ' ',
  ),
);
