package io.sluice.loader;

import io.sluice.RowSalt;
import io.sluice.connectors.CellRules;
import io.sluice.connectors.CellTimestamp;
import io.sluice.connectors.ColumnMapping;
import io.sluice.connectors.ColumnType;
import io.sluice.connectors.Nulls;
import io.sluice.connectors.RowKeyTemplate;
import io.sluice.connectors.RowMapping;
import io.sluice.loader.mapping.MappingWords;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for turning records into rows. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class RowMixin {
    /** 2001-09-09. A smaller number is probably in seconds. */
    private static final long FIRST_LIKELY_MILLIS = 1_000_000_000_000L;

    @Option(
            names = "--row-key",
            required = true,
            paramLabel = "TEMPLATE",
            description = {
                "fields in braces, with text between them: '{carrier}-{date}-{flight|pad:5}'; {#} is the number of the record.",
                "Functions: pad:N, reverse, hash:N, upper, lower, trim; as the last one int, long, hex, base64"
            })
    private String rowKey;

    @Option(
            names = "--map",
            paramLabel = "SOURCE=FAMILY[:QUALIFIER[:TYPE]]",
            description = {
                "maps a column; '*=f' puts all others into family f; repeatable. Default: '*=d'.",
                "Types: string, short, int, long, float, double, boolean, hex, base64, timestamp, timestamp(PATTERN)"
            })
    private @Nullable List<String> mappings;

    @Option(
            names = "--salt",
            paramLabel = "N",
            description = "puts one of N salts, computed from the key, before each key")
    private @Nullable Integer salt;

    @Option(names = "--keep-empty", description = "write empty fields as empty cells instead of leaving them out")
    private boolean keepEmpty;

    @Option(
            names = "--timestamp",
            paramLabel = "MILLIS",
            description = "timestamp of all cells; default: the start of the load, kept in the checkpoint")
    private @Nullable String timestamp;

    @Mixin
    private final DurabilityMixin durability = new DurabilityMixin();

    /** Returns the options that determine the rows. */
    String identity() throws BadInputException {
        return "row-key=" + rowKey + " map=" + mappings + " salt=" + salt + " keep-empty=" + keepEmpty + " timestamp="
                + timestampMillis();
    }

    /** Returns a warning if the timestamp seems to be in seconds; otherwise an empty text. */
    String timestampWarning() throws BadInputException {
        Long millis = timestampMillis();
        return millis == null || millis >= FIRST_LIKELY_MILLIS
                ? ""
                : "--timestamp " + millis + " is "
                        + Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC).toLocalDate()
                        + " in milliseconds; is it in seconds?";
    }

    private @Nullable Long timestampMillis() throws BadInputException {
        if (timestamp == null) {
            return null;
        }
        long millis;
        try {
            millis = Long.parseLong(timestamp);
        } catch (NumberFormatException e) {
            throw new BadInputException("--timestamp must be milliseconds since 1970: '" + timestamp + "'", e);
        }
        if (millis < 0) {
            throw new BadInputException("--timestamp must not be negative: " + millis);
        }
        return millis;
    }

    /** Returns whether no option maps columns. */
    boolean hasDefaultMapping() {
        return mappings == null;
    }

    /**
     * Returns the salt for an option's value.
     *
     * @throws BadInputException if it is not valid; names the option
     */
    static @Nullable RowSalt salt(@Nullable Integer salts) throws BadInputException {
        try {
            return salts == null ? null : RowSalt.of(salts);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("--salt: " + e.getMessage(), e);
        }
    }

    /** Returns the given timestamp, else {@code otherwise}. */
    long timestampOr(long otherwise) throws BadInputException {
        Long millis = timestampMillis();
        return millis == null ? otherwise : millis;
    }

    /** Returns whether the row key contains the record's number. */
    boolean numbersRecords() {
        return RowKeyTemplate.parse(rowKey).fields().stream().anyMatch(RowKeyTemplate::isBuiltIn);
    }

    /** Creates the mapping. */
    RowMapping mapping(long timestampMillis) throws BadInputException {
        try {
            return new RowMapping(
                    columns(),
                    RowKeyTemplate.parse(rowKey),
                    salt(salt),
                    new CellRules(CellTimestamp.fixed(timestampMillis), durability.value(), keepEmpty, Nulls.SKIP));
        } catch (IllegalArgumentException e) {
            throw new BadInputException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns a description of the mapping. */
    MappingWords words(long timestampMillis) {
        return new MappingWords(rowKey, salt, columns(), timestampMillis);
    }

    private List<ColumnMapping> columns() {
        return mappings == null
                ? List.of(new ColumnMapping(ColumnMapping.REST, "d", null, ColumnType.STRING))
                : mappings.stream().map(ColumnMapping::parse).toList();
    }
}
