package io.sluice.client;

import io.sluice.Configuration;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that describe the cluster, with the names and places of HBase's class of this name.
 *
 * <p>{@link #create()} reads {@code hbase-default.xml}, then {@code hbase-site.xml}, each from the directory named by the
 * environment variable {@code HBASE_CONF_DIR} or, if it is not there, from the class path. Values in {@code hbase-site.xml}
 * take precedence, unless {@code hbase-default.xml} declares the key {@code final}; values set by the program override both.
 */
public final class HBaseConfiguration {
    private static final String CONF_DIR = "HBASE_CONF_DIR";
    private static final String DEFAULT_XML = "hbase-default.xml";
    private static final String SITE_XML = "hbase-site.xml";

    private HBaseConfiguration() {}

    /**
     * The settings found in the usual places; empty if there is no file.
     *
     * @throws java.io.UncheckedIOException if a file is there but cannot be read
     * @throws IllegalArgumentException if a file is malformed; with file, line and column
     */
    public static Configuration create() {
        return create(System.getenv(CONF_DIR), contextLoader());
    }

    /** As {@link #create()}, with all keys of {@code that} on top. {@code that} itself is not changed. */
    public static Configuration create(Configuration that) {
        Configuration conf = create();
        merge(conf, that);
        return conf;
    }

    /**
     * The settings of this place only.
     *
     * @param fileOrDirectory a configuration file, or a directory with {@code hbase-site.xml} and perhaps {@code
     *     hbase-default.xml}
     * @throws IllegalArgumentException if there is no such file, or it is malformed; names what was looked for
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    public static Configuration create(Path fileOrDirectory) {
        Configuration conf = new Configuration();
        if (!Files.isDirectory(fileOrDirectory)) {
            if (!Files.exists(fileOrDirectory)) {
                throw new IllegalArgumentException("No configuration: " + fileOrDirectory.toAbsolutePath()
                        + " does not exist; wanted is a file or a directory with " + SITE_XML);
            }
            conf.addResource(fileOrDirectory);
            return conf;
        }
        Path site = fileOrDirectory.resolve(SITE_XML);
        if (!Files.exists(site)) {
            throw new IllegalArgumentException("No configuration: looked for " + site.toAbsolutePath());
        }
        Path defaults = fileOrDirectory.resolve(DEFAULT_XML);
        if (Files.exists(defaults)) {
            conf.addResource(defaults);
        }
        conf.addResource(site);
        return conf;
    }

    /** Sets all keys of {@code srcConf} in {@code destConf}, without replacing variables. */
    public static void merge(Configuration destConf, Configuration srcConf) {
        for (Map.Entry<String, String> entry : srcConf) {
            String[] sources = srcConf.getPropertySources(entry.getKey());
            destConf.set(entry.getKey(), entry.getValue(), sources == null ? null : sources[0]);
        }
    }

    /**
     * Describes in one sentence where a configuration came from, for messages: the files read or, if only {@code
     * hbase-default.xml} was found, the places searched.
     */
    public static String describeSources(Configuration conf) {
        return describeSources(conf, System.getenv(CONF_DIR));
    }

    static Configuration create(@Nullable String confDir, ClassLoader loader) {
        Configuration conf = new Configuration();
        for (String name : List.of(DEFAULT_XML, SITE_XML)) {
            Path file = confDir == null || confDir.isBlank() ? null : Path.of(confDir, name);
            URL url = loader.getResource(name);
            if (file != null && Files.exists(file)) {
                conf.addResource(file);
            } else if (url != null) {
                conf.addResource(url);
            }
        }
        return conf;
    }

    static String describeSources(Configuration conf, @Nullable String confDir) {
        List<String> resources = conf.getResources();
        if (resources.stream().anyMatch(resource -> !resource.endsWith(DEFAULT_XML))) {
            return "read " + String.join(", ", resources);
        }
        String place = confDir == null || confDir.isBlank()
                ? CONF_DIR + " (not set)"
                : CONF_DIR + " (" + Path.of(confDir).toAbsolutePath() + ")";
        return "no " + SITE_XML + " found in " + place + " or on the class path";
    }

    private static ClassLoader contextLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            return context;
        }
        ClassLoader own = HBaseConfiguration.class.getClassLoader();
        return own != null ? own : ClassLoader.getSystemClassLoader();
    }
}
