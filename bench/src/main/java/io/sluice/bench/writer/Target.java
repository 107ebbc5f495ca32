package io.sluice.bench.writer;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The destination of puts.
 *
 * @param table its name; it has the family {@code f}
 * @param settings settings by which a client finds the cluster, under HBase's keys; also those of {@link #withRegions}
 * @param serverPid the server's process, whose processor time is read
 */
public record Target(String table, Map<String, String> settings, long serverPid) {
    private static final String SERVER = "bench.server";
    private static final String REGIONS = "bench.regions";
    private static final String SEPARATOR = ",";

    /**
     * Returns the same with settings that tell {@link Contender#FLOOR} the regions.
     *
     * @param server {@code host,port,startcode} of the only region server
     * @param regions names of the table's regions, as a request has them, in the order of their keys
     */
    public Target withRegions(String server, List<byte[]> regions) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(SERVER, server);
        more.put(REGIONS, regions.stream().map(HexFormat.of()::formatHex).collect(Collectors.joining(SEPARATOR)));
        return new Target(table, more, serverPid);
    }

    /** The address of the only region server. */
    InetSocketAddress server() {
        String[] parts = parts(SERVER);
        return new InetSocketAddress(parts[0], Integer.parseInt(parts[1]));
    }

    /** The names of the table's regions, in the order of their keys. */
    List<byte[]> regions() {
        return Stream.of(parts(REGIONS)).map(HexFormat.of()::parseHex).toList();
    }

    private String[] parts(String key) {
        return Objects.requireNonNull(settings.get(key), key).split(SEPARATOR, -1);
    }
}
