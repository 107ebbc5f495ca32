package io.sluice.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes configuration files in HBase's and Hadoop's format. */
public final class HBaseSite {
    private HBaseSite() {}

    /**
     * Writes {@code settings} to {@code file}, sorted by key, and replaces its contents.
     *
     * @param file usually {@code hbase-site.xml}; its folder exists
     */
    public static void write(Path file, Map<String, String> settings) throws IOException {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
        new TreeMap<>(settings)
                .forEach((key, value) -> xml.append("  <property><name>")
                        .append(escape(key))
                        .append("</name><value>")
                        .append(escape(value))
                        .append("</value></property>\n"));
        Files.writeString(file, xml.append("</configuration>\n"));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
