/** The port on which names are looked up. */
export const DNS = 53;

/** Names of ports for those who read metrics. */
export const FOR_METRICS = /metric|prom|monitor/i;

/** Names of ports for those who look after a container: it serves nobody else there. */
export const FOR_OPERATION = /metric|prom|monitor|health|probe|debug|pprof/i;
