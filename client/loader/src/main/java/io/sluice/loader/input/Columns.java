package io.sluice.loader.input;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The names of a record's fields, in order. Immutable; shared by records. */
public final class Columns {
    private final List<String> names;
    private final Map<String, Integer> indexes = new HashMap<>();

    /** @throws IllegalArgumentException if a name occurs twice */
    public Columns(List<String> names) {
        this.names = List.copyOf(names);
        for (String name : this.names) {
            if (indexes.put(name, indexes.size()) != null) {
                throw new IllegalArgumentException("two columns have the name '" + name + "'");
            }
        }
    }

    public List<String> names() {
        return names;
    }

    /** Returns the index of a name, or -1. */
    public int indexOf(String name) {
        return indexes.getOrDefault(name, -1);
    }
}
