package io.sluice;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The name of a table: a namespace and a qualifier, {@code ns:table}, or {@code table} alone in the namespace {@code
 * default}. Immutable; equal names make equal objects. The rules for legal names are those of HBase's class of this
 * name.
 */
public final class TableName implements Comparable<TableName> {

    /** Separates namespace and qualifier. */
    public static final char NAMESPACE_DELIM = ':';

    /** The table of all regions. */
    public static final TableName META_TABLE_NAME = valueOf("hbase", "meta");

    private static final String DEFAULT_NAMESPACE = "default";
    private static final String SYSTEM_NAMESPACE = "hbase";

    private final String namespace;
    private final String qualifier;
    private final String name;
    private final byte[] nameBytes;
    private final int hash;

    private TableName(String namespace, String qualifier) {
        this.namespace = namespace;
        this.qualifier = qualifier;
        this.name = namespace.equals(DEFAULT_NAMESPACE) ? qualifier : namespace + NAMESPACE_DELIM + qualifier;
        this.nameBytes = Bytes.toBytes(name);
        this.hash = name.hashCode();
    }

    /**
     * The table with this name, {@code ns:table} or {@code table}.
     *
     * @throws IllegalArgumentException if the name is not legal, with the name and the reason
     */
    public static TableName valueOf(String name) {
        requireNonNull(name);
        int delimiter = name.indexOf(NAMESPACE_DELIM);
        return delimiter < 0
                ? of(DEFAULT_NAMESPACE, name)
                : of(name.substring(0, delimiter), name.substring(delimiter + 1));
    }

    /** The table with this name in UTF-8; errors as for {@link #valueOf(String)}. */
    public static TableName valueOf(byte[] fullName) {
        requireNonNull(fullName);
        return valueOf(new String(fullName, StandardCharsets.UTF_8));
    }

    /**
     * The table with this qualifier in this namespace; errors as for {@link #valueOf(String)}.
     *
     * @param namespaceAsString the namespace; null or empty for {@code default}
     */
    public static TableName valueOf(@Nullable String namespaceAsString, String qualifierAsString) {
        requireNonNull(qualifierAsString);
        return namespaceAsString == null || namespaceAsString.isEmpty()
                ? of(DEFAULT_NAMESPACE, qualifierAsString)
                : of(namespaceAsString, qualifierAsString);
    }

    private static TableName of(String namespace, String qualifier) {
        requireLegalNamespace(namespace, qualifier);
        requireLegalQualifier(namespace, qualifier);
        return new TableName(namespace, qualifier);
    }

    private static void requireNonNull(@Nullable Object name) {
        if (name == null) {
            throw new IllegalArgumentException("table name must not be null");
        }
    }

    private static void requireLegalNamespace(String namespace, String qualifier) {
        if (namespace.isEmpty()) {
            throw illegal(namespace, qualifier, "its namespace is empty");
        }
        if (namespace.equals("zookeeper")) {
            throw illegal(namespace, qualifier, "'zookeeper' is reserved");
        }
        for (int i = 0; i < namespace.length(); i++) {
            char c = namespace.charAt(i);
            if (!isAlphanumeric(c) && c != '_') {
                throw illegal(namespace, qualifier, at(c, i, "namespace", "letters, digits and '_'"));
            }
        }
    }

    private static void requireLegalQualifier(String namespace, String qualifier) {
        if (qualifier.isEmpty()) {
            throw illegal(namespace, qualifier, "its qualifier is empty");
        }
        if (qualifier.equals("zookeeper") || qualifier.equals("-ROOT-") || qualifier.equals(".META.")) {
            throw illegal(namespace, qualifier, "'" + qualifier + "' is reserved");
        }
        char first = qualifier.charAt(0);
        if (first == '.' || first == '-') {
            throw illegal(namespace, qualifier, "its qualifier starts with '" + first + "'");
        }
        for (int i = 0; i < qualifier.length(); i++) {
            char c = qualifier.charAt(i);
            if (!isAlphanumeric(c) && c != '_' && c != '-' && c != '.') {
                throw illegal(namespace, qualifier, at(c, i, "qualifier", "letters, digits, '_', '-' and '.'"));
            }
        }
    }

    /** HBase's rule: for each UTF-16 unit, with combining marks of letters but without supplementary characters. */
    private static boolean isAlphanumeric(char c) {
        return Character.isAlphabetic(c) || Character.isDigit(c);
    }

    private static String at(char c, int index, String part, String allowed) {
        String shown = c > ' ' && c < 0x7f ? "'" + c + "'" : String.format("U+%04X", (int) c);
        return "character " + shown + " at " + index + " of its " + part + "; allowed are " + allowed;
    }

    private static IllegalArgumentException illegal(String namespace, String qualifier, String reason) {
        String name = namespace.equals(DEFAULT_NAMESPACE) ? qualifier : namespace + NAMESPACE_DELIM + qualifier;
        return new IllegalArgumentException("illegal table name " + Excerpt.of(name) + ": " + reason);
    }

    /** The name in UTF-8, as the server knows it. Not a copy: it must not be changed. */
    public byte[] getName() {
        return nameBytes;
    }

    /** The name, without the namespace if that is {@code default}. */
    public String getNameAsString() {
        return name;
    }

    /** The name with its namespace, even {@code default}. */
    public String getNameWithNamespaceInclAsString() {
        return namespace + NAMESPACE_DELIM + qualifier;
    }

    /** The namespace in UTF-8. */
    public byte[] getNamespace() {
        return Bytes.toBytes(namespace);
    }

    /** The namespace. */
    public String getNamespaceAsString() {
        return namespace;
    }

    /** The qualifier in UTF-8. */
    public byte[] getQualifier() {
        return Bytes.toBytes(qualifier);
    }

    /** The qualifier: the name without namespace. */
    public String getQualifierAsString() {
        return qualifier;
    }

    /** The same as {@link #getName}. */
    public byte[] toBytes() {
        return nameBytes;
    }

    /** True for HBase's own tables. */
    public boolean isSystemTable() {
        return namespace.equals(SYSTEM_NAMESPACE);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof TableName that && hash == that.hash && name.equals(that.name));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Orders by the bytes of the name, as unsigned. */
    @Override
    public int compareTo(TableName other) {
        return Bytes.compareTo(nameBytes, other.nameBytes);
    }

    /** The same as {@link #getNameAsString}. */
    @Override
    public String toString() {
        return name;
    }
}
