/** How many seconds requests may still arrive after a pod starts to terminate: until every client has removed its endpoint. */
export const LATE_REQUESTS_SECONDS = 5;
