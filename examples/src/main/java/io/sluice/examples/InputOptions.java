package io.sluice.examples;

import io.sluice.loader.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the source of the rows and their keys. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class InputOptions {
    private static final List<Path> DEFAULT_DATA =
            List.of(Path.of("examples/data/flights-2013.csv.gz"), Path.of("data/flights-2013.csv.gz"));
    private static final int MAX_VALUE_CHARS = 10 << 20;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "CSV file in UTF-8, .gz or plain; default: 50,000 flights in examples/data")
    private @Nullable Path input;

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            defaultValue = ",",
            description = "between fields, \\t is a tab; default: ,")
    private String delimiter;

    @Option(names = "--quote", paramLabel = "CHAR", defaultValue = "\"", description = "around fields; default: \"")
    private char quote;

    @Option(names = "--no-header", description = "the first line is data; columns are named c1, c2, ...")
    private boolean noHeader;

    @Option(names = "--skip-bad", description = "skip lines with a wrong number of fields, and count them")
    private boolean skipBad;

    @Option(names = "--rows", paramLabel = "N", description = "generate N rows of one column instead of reading a file")
    private @Nullable Long rows;

    @Option(
            names = "--value-size",
            paramLabel = "BYTES",
            defaultValue = "100",
            description = "size of generated values; default: 100")
    private int valueSize;

    @Option(
            names = "--key",
            paramLabel = "COLUMN",
            split = ",",
            description = "columns to put into the row key, between salt and line number")
    private List<String> key = List.of();

    @Option(names = "--keep-empty", description = "write empty fields as empty cells instead of leaving them out")
    private boolean keepEmpty;

    /** Opens the source. */
    RecordSource open() throws IOException {
        if (rows == null) {
            return CsvSource.open(file(), new CsvFormat(character(delimiter), quote, !noHeader, skipBad));
        }
        if (input != null) {
            throw new BadInputException("--rows generates rows, --input reads them: give only one of them");
        }
        if (rows < 1) {
            throw new BadInputException("--rows must be at least 1: " + rows);
        }
        if (valueSize < 0 || valueSize > MAX_VALUE_CHARS) {
            throw new BadInputException("--value-size must be 0 to " + MAX_VALUE_CHARS + ": " + valueSize);
        }
        return new GeneratedSource(rows, valueSize);
    }

    private static char character(String delimiter) throws BadInputException {
        if (delimiter.equals("\\t")) {
            return '\t';
        }
        if (delimiter.length() != 1) {
            throw new BadInputException("--delimiter must be one character, or \\t: " + delimiter);
        }
        return delimiter.charAt(0);
    }

    /** Returns the mapper of a source's records. */
    RowMapper mapper(RecordSource source, int regions) throws BadInputException {
        return RowMapper.of(source.columns(), key, regions, keepEmpty);
    }

    /** Returns a description of the source. */
    String describe() throws BadInputException {
        return rows == null ? file().toString() : rows + " generated rows";
    }

    /** Returns a table name derived from the source. */
    String tableName() throws BadInputException {
        if (rows != null) {
            return "generated";
        }
        return input == null ? "flights" : sanitize(file().getFileName().toString());
    }

    /** Returns {@code fileName} without its extension, with only characters that HBase allows in table names. */
    static String sanitize(String fileName) {
        String name = fileName.replaceFirst("\\.gz$", "")
                .replaceFirst("\\.[a-zA-Z]+$", "")
                .replaceAll("[^a-zA-Z0-9_.-]", "_")
                .replaceFirst("^[.-]+", "");
        return name.isEmpty() ? "ingest" : name;
    }

    private Path file() throws BadInputException {
        if (input != null) {
            return input;
        }
        for (Path path : DEFAULT_DATA) {
            if (Files.isRegularFile(path)) {
                return path;
            }
        }
        throw new BadInputException("The default data " + DEFAULT_DATA.get(0) + " is not below the working folder "
                + Path.of("").toAbsolutePath() + "; name a file by --input, or generate rows by --rows");
    }
}
