package io.sluice.bench.run;

import java.util.ArrayList;
import java.util.List;

/** The flags of the JVMs that benchmarks start. */
public final class JvmFlags {
    /**
     * System property with flags, separated by spaces, that override those of a benchmark. For tests, which need no warm
     * JVM with a large heap.
     */
    public static final String MORE_PROPERTY = "sluice.bench.jvm.flags";

    private JvmFlags() {}

    /** Returns {@code flags}, then those of the system property. */
    public static List<String> of(List<String> flags) {
        List<String> all = new ArrayList<>(flags);
        String more = System.getProperty(MORE_PROPERTY, "").trim();
        if (!more.isEmpty()) {
            all.addAll(List.of(more.split("\\s+", -1)));
        }
        return all;
    }
}
