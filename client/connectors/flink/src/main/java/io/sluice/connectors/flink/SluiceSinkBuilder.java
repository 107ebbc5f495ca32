package io.sluice.connectors.flink;

import io.sluice.TableName;
import io.sluice.connectors.ConnectorSettings;
import io.sluice.connectors.ErrorPolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link SluiceSink}. Not thread-safe.
 *
 * @param <T> type of the elements
 */
public final class SluiceSinkBuilder<T> {
    private final HashMap<String, String> client = new HashMap<>();
    private @Nullable String table;
    private @Nullable SluiceSerializer<T> serializer;
    private ErrorPolicy errors = ErrorPolicy.FAIL;
    private @Nullable String deadLetterFolder;

    SluiceSinkBuilder() {}

    /**
     * Sets the table; it must exist when the job starts.
     *
     * @throws IllegalArgumentException if the name is not valid
     */
    public SluiceSinkBuilder<T> setTable(String name) {
        table = TableName.valueOf(name).getNameAsString();
        return this;
    }

    /** Sets the serializer, which makes mutations from elements. */
    public SluiceSinkBuilder<T> setSerializer(SluiceSerializer<T> newSerializer) {
        serializer = Objects.requireNonNull(newSerializer, "serializer");
        return this;
    }

    /**
     * Sets a setting of the client, such as {@code hbase.zookeeper.quorum}; it overrides the configuration files on the
     * machines of the task managers.
     *
     * @throws IllegalArgumentException if the name does not begin with {@code hbase.}, {@code zookeeper.} or {@code
     *     sluice.}
     */
    public SluiceSinkBuilder<T> set(String name, String value) {
        if (!ConnectorSettings.isClients(name)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is not a setting of the client; they begin with hbase., zookeeper. or sluice.");
        }
        client.put(name, Objects.requireNonNull(value, name));
        return this;
    }

    /** Sets settings of the client, see {@link #set}. */
    public SluiceSinkBuilder<T> setAll(Map<String, String> settings) {
        settings.forEach(this::set);
        return this;
    }

    /**
     * Sets the policy for elements that cannot be written: {@link ErrorPolicy#FAIL}, the default, or {@link
     * ErrorPolicy#SKIP}. For dead letters see {@link #setDeadLetterFolder}.
     */
    public SluiceSinkBuilder<T> setErrorPolicy(ErrorPolicy policy) {
        errors = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * Keeps elements that cannot be written in JSON files in a folder, and sets {@link ErrorPolicy#DEAD_LETTER}. A
     * letter is in its file before the next checkpoint completes; after a failure of the job it may be there twice.
     *
     * @param uri a folder in one of Flink's file systems, such as {@code file:///var/dead} or {@code s3://bucket/dead}
     */
    public SluiceSinkBuilder<T> setDeadLetterFolder(String uri) {
        deadLetterFolder = new Path(uri).toString();
        errors = ErrorPolicy.DEAD_LETTER;
        return this;
    }

    /**
     * Returns the sink.
     *
     * @throws IllegalArgumentException if something required is missing
     */
    public SluiceSink<T> build() {
        if (table == null || serializer == null) {
            throw new IllegalArgumentException(
                    (table == null ? "setTable" : "setSerializer") + " was not called: a sink needs both");
        }
        if ((errors == ErrorPolicy.DEAD_LETTER) != (deadLetterFolder != null)) {
            throw new IllegalArgumentException("policy " + errors + ", and dead-letter folder " + deadLetterFolder
                    + ": the policy DEAD_LETTER needs setDeadLetterFolder, and no other policy has a folder");
        }
        return new SluiceSink<>(new SinkSettings(table, client, errors, deadLetterFolder), serializer);
    }
}
