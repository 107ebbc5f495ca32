package io.sluice.client.internal.registry;

import io.sluice.ServerName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Finds out why nobody answers at some addresses, by looking the names up and opening sockets. ZooKeeper's client tries
 * for ever and does not say what is wrong.
 */
final class AddressProbe {
    private final int connectTimeoutMillis;
    private final Map<ServerName, CompletableFuture<String>> lines = new LinkedHashMap<>();

    /** @param connectTimeoutMillis for each socket; looking a name up may take longer */
    AddressProbe(List<ServerName> servers, int connectTimeoutMillis) {
        this.connectTimeoutMillis = connectTimeoutMillis;
        servers.forEach(server -> lines.put(server, new CompletableFuture<>()));
    }

    /**
     * Probes all servers at the same time, each on a thread of its own, because neither looking up nor connecting can be
     * interrupted reliably.
     *
     * @return completes, always normally, when all are probed
     */
    CompletableFuture<Void> start() {
        lines.forEach((server, line) -> {
            Thread thread = new Thread(() -> line.complete(probe(server)), "sluice-address-probe");
            thread.setDaemon(true);
            thread.start();
        });
        return CompletableFuture.allOf(lines.values().toArray(CompletableFuture[]::new));
    }

    /** What is known by now, a part for each server. */
    String findings() {
        return lines.entrySet().stream()
                .map(line -> line.getKey().getHostAndPort() + ": "
                        + line.getValue().getNow("neither the name service nor the server answers"))
                .collect(Collectors.joining("; "));
    }

    private String probe(ServerName server) {
        try {
            return Arrays.stream(InetAddress.getAllByName(server.getHostname()))
                    .map(address -> connect(address, server.getPort()))
                    .collect(Collectors.joining(", "));
        } catch (UnknownHostException e) {
            return "unknown host " + server.getHostname();
        }
    }

    private String connect(InetAddress address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), connectTimeoutMillis);
            return address.getHostAddress() + " accepts connections";
        } catch (IOException e) {
            return address.getHostAddress() + " " + e.getMessage();
        }
    }
}
