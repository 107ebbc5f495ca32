package io.sluice.internal.locate;

import io.sluice.ServerName;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The servers of a table's regions as small numbers, so that sorting by server reads one array of numbers, and neither
 * locations nor names. Numbers are added and never changed. One thread at a time adds; others may read.
 */
final class RegionServers {
    static final int NONE = -1;

    private final ConcurrentMap<ServerName, Integer> numbers = new ConcurrentHashMap<>();
    /** Replaced when it is full. A thread that holds an old array finds all names that were in it. */
    private ServerName[] names = new ServerName[4];

    /** The number of a server, a new one if it has none. */
    int add(ServerName server) {
        Integer known = numbers.get(server);
        if (known != null) {
            return known;
        }
        int number = numbers.size();
        if (number == names.length) {
            names = Arrays.copyOf(names, 2 * number);
        }
        names[number] = server;
        numbers.put(server, number);
        return number;
    }

    /** The number of a server, or {@link #NONE}. */
    int of(ServerName server) {
        return numbers.getOrDefault(server, NONE);
    }

    int count() {
        return numbers.size();
    }

    /** By number; the first {@link #count} are set, and do not change. */
    ServerName[] names() {
        return names;
    }
}
