package io.sluice.loader;

import io.sluice.loader.input.DelimitedFormat;
import io.sluice.loader.input.DelimitedSource;
import io.sluice.loader.input.FilesSource;
import io.sluice.loader.input.InputFormat;
import io.sluice.loader.input.InputSource;
import io.sluice.loader.input.InputText;
import io.sluice.loader.input.JsonSource;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options for the input and its format. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class InputMixin {
    private static final int DEFAULT_RECORD_LINES = 100;
    private static final String STANDARD_INPUT = "-";

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "files, gzipped or not, or patterns such as 'orders-*.csv'; - for standard input")
    private List<String> words;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "${COMPLETION-CANDIDATES}; default: by the file extension, else CSV")
    private @Nullable InputFormat format;

    @Option(
            names = "--columns",
            paramLabel = "NAME",
            split = ",",
            description = "names of the columns, if the first line does not have them")
    private @Nullable List<String> columns;

    @Option(names = "--delimiter", paramLabel = "CHAR", description = "between fields; \\t is a tab; default: , or tab")
    private @Nullable String delimiter;

    @Option(
            names = "--quote",
            paramLabel = "CHAR",
            description = "around fields, 'none' for none; default: \" in CSV, none in TSV")
    private @Nullable String quote;

    @Option(
            names = "--record-lines",
            paramLabel = "N",
            description = {
                "maximum lines of a record; 1 if no quoted field has line ends. Default: 100, and a record that spans",
                "several lines ends the load if one of them could be a record by itself"
            })
    private @Nullable Integer recordLines;

    @Option(
            names = "--max-line",
            paramLabel = "CHARS",
            defaultValue = "33554432",
            description = "maximum length of a line; default: ${DEFAULT-VALUE}")
    private int maxLine;

    @Option(names = "--charset", paramLabel = "NAME", defaultValue = "UTF-8", description = "default: UTF-8")
    private String charset;

    @Option(names = "--null", paramLabel = "TEXT", description = "text of a field without a value, such as \\N")
    private @Nullable String nullText;

    private List<Path> files = List.of();

    /** Returns the files, none for standard input; call it after {@link #check}. */
    List<Path> files() {
        return files;
    }

    private InputFormat format(@Nullable Path file) {
        if (format != null) {
            return format;
        }
        return file == null ? InputFormat.CSV : InputFormat.ofName(file.toString());
    }

    /** Returns a description of the input. */
    String describe() {
        return switch (files.size()) {
            case 0 -> "standard input";
            case 1 -> files.get(0).toString();
            default -> files.size() + " files, " + files.get(0) + " to " + files.get(files.size() - 1) + ",";
        };
    }

    /** Returns the options that determine the records. */
    String identity() {
        return "format=" + formats() + " columns=" + columns + " delimiter=" + delimiter + " quote=" + quote
                + " charset=" + charset + " null=" + nullText + " record-lines="
                + recordLines().max();
    }

    private String formats() {
        return files.isEmpty()
                ? format(null).name()
                : files.stream().map(file -> format(file).name()).distinct().collect(Collectors.joining(","));
    }

    void check() throws IOException {
        if (words.contains(STANDARD_INPUT)) {
            if (words.size() > 1) {
                throw new BadInputException("- is standard input and cannot be combined with files: " + words);
            }
        } else {
            files = InputFiles.of(words);
        }
        for (Path file : files) {
            InputText.checkReadable(file);
        }
        if (recordLines().max() < 1 || maxLine < 1) {
            throw new BadInputException("--record-lines and --max-line must be at least 1: "
                    + recordLines().max() + ", " + maxLine);
        }
    }

    private DelimitedFormat.RecordLines recordLines() {
        return new DelimitedFormat.RecordLines(
                recordLines == null ? DEFAULT_RECORD_LINES : recordLines, recordLines != null);
    }

    InputSource open() throws IOException {
        InputText.Form form = new InputText.Form(charset(), maxLine);
        return files.isEmpty()
                ? source(InputText.of(System.in, form), format(null))
                : new FilesSource(files, file -> source(InputText.open(file, form), format(file)));
    }

    private InputSource source(InputText text, InputFormat of) throws IOException {
        try {
            return of == InputFormat.NDJSON ? new JsonSource(text) : new DelimitedSource(text, delimited(of));
        } catch (IOException | RuntimeException e) {
            text.close();
            throw e;
        }
    }

    private DelimitedFormat delimited(InputFormat of) throws BadInputException {
        boolean tsv = of == InputFormat.TSV;
        char between = delimiter == null ? (tsv ? '\t' : ',') : character("--delimiter", delimiter);
        Character around = tsv ? null : (Character) '"';
        if (quote != null) {
            around = quote.equals("none") ? null : (Character) character("--quote", quote);
        }
        if (around != null && around == between) {
            throw new BadInputException("--quote and --delimiter are the same: '" + between + "'");
        }
        return new DelimitedFormat(between, around, columns, nullText, recordLines());
    }

    private static char character(String option, String text) throws BadInputException {
        if (text.equals("\\t")) {
            return '\t';
        }
        if (text.length() != 1 || text.equals("\n") || text.equals("\r")) {
            throw new BadInputException(option + " must be one character, or \\t: '" + text + "'");
        }
        return text.charAt(0);
    }

    Charset charset() throws BadInputException {
        try {
            return Charset.forName(charset);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new BadInputException("--charset: this JVM does not support '" + charset + "'", e);
        }
    }
}
