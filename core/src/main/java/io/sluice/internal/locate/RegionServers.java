package io.sluice.internal.locate;

import io.sluice.ServerName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The servers of a table's regions by small numbers, so that sorting by server reads one array of them, and neither
 * locations nor names. Immutable.
 */
final class RegionServers {
    static final RegionServers EMPTY = new RegionServers(List.of(), new int[0]);

    private final List<ServerName> names;
    /** A server's number for each region. */
    private final int[] numbers;

    private RegionServers(List<ServerName> names, int[] numbers) {
        this.names = names;
        this.numbers = numbers;
    }

    /** One more than the highest number. Not every number need have a region. */
    int count() {
        return names.size();
    }

    ServerName name(int server) {
        return names.get(server);
    }

    int ofRegion(int region) {
        return numbers[region];
    }

    /**
     * The same for other regions.
     *
     * @param regions all of them; they differ from the ones before in those {@code from} to {@code behind - 1}
     * @param behindBefore where those that follow were before
     */
    RegionServers splice(RegionLocation[] regions, int from, int behind, int behindBefore) {
        // Servers without regions are forgotten from time to time; a restarted server has another name.
        boolean anew = names.size() > regions.length;
        Map<ServerName, Integer> known = new HashMap<>();
        List<ServerName> newNames = new ArrayList<>(anew ? List.of() : names);
        newNames.forEach(name -> known.put(name, known.size()));
        int[] newNumbers = new int[regions.length];
        if (!anew) {
            System.arraycopy(numbers, 0, newNumbers, 0, from);
            System.arraycopy(numbers, behindBefore, newNumbers, behind, regions.length - behind);
        }
        for (int i = anew ? 0 : from; i < (anew ? regions.length : behind); i++) {
            newNumbers[i] = known.computeIfAbsent(regions[i].server(), name -> {
                newNames.add(name);
                return newNames.size() - 1;
            });
        }
        return new RegionServers(List.copyOf(newNames), newNumbers);
    }
}
