package io.sluice.bench.writer;

import java.util.Map;

/**
 * The destination of puts.
 *
 * @param table its name; it has the family {@code f}
 * @param settings settings by which a client finds the cluster, under HBase's keys
 * @param serverPid the server's process, whose processor time is read
 */
public record Target(String table, Map<String, String> settings, long serverPid) {}
