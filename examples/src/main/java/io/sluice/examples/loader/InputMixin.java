package io.sluice.examples.loader;

import io.sluice.examples.BadInputException;
import io.sluice.examples.loader.input.DelimitedFormat;
import io.sluice.examples.loader.input.DelimitedSource;
import io.sluice.examples.loader.input.InputFormat;
import io.sluice.examples.loader.input.InputSource;
import io.sluice.examples.loader.input.InputText;
import io.sluice.examples.loader.input.JsonSource;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that say what is read and how. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class InputMixin {
    @Parameters(arity = "0..1", paramLabel = "FILE", description = "the file, compressed by gzip or not")
    private @Nullable Path file;

    @Option(names = "--stdin", description = "read standard input instead of a file")
    private boolean stdin;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "${COMPLETION-CANDIDATES}; default: by the ending of the file, else CSV")
    private @Nullable InputFormat format;

    @Option(
            names = "--columns",
            paramLabel = "NAME",
            split = ",",
            description = "names of the columns, when the first line has none")
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
            defaultValue = "100",
            description = "lines a quoted field may go over before its quote counts as broken; default: 100")
    private int recordLines;

    @Option(names = "--charset", paramLabel = "NAME", defaultValue = "UTF-8", description = "default: UTF-8")
    private String charset;

    @Option(names = "--null", paramLabel = "TEXT", description = "a field of this text has no value, such as \\N")
    private @Nullable String nullText;

    @Nullable Path file() {
        return file;
    }

    InputFormat format() {
        if (format != null) {
            return format;
        }
        return file == null ? InputFormat.CSV : InputFormat.ofName(file.toString());
    }

    /** Returns the input in words. */
    String describe() {
        return file == null ? "standard input" : file.toString();
    }

    /** Returns the options that decide what the records are. */
    String identity() {
        return "format=" + format() + " columns=" + columns + " delimiter=" + delimiter + " quote=" + quote
                + " charset=" + charset + " null=" + nullText + " record-lines=" + recordLines;
    }

    void check() throws BadInputException {
        if (stdin == (file != null)) {
            throw new BadInputException("Name a FILE, or give --stdin: one of the two");
        }
        if (file != null) {
            InputText.checkReadable(file);
        }
        if (recordLines < 1) {
            throw new BadInputException("--record-lines must be at least 1: " + recordLines);
        }
    }

    InputSource open() throws IOException {
        DelimitedFormat delimited = delimited();
        InputText text = file == null ? InputText.of(System.in, charset()) : InputText.open(file, charset());
        if (format() == InputFormat.NDJSON) {
            return new JsonSource(text);
        }
        try {
            return new DelimitedSource(text, delimited);
        } catch (IOException | RuntimeException e) {
            text.close();
            throw e;
        }
    }

    private DelimitedFormat delimited() throws BadInputException {
        boolean tsv = format() == InputFormat.TSV;
        char between = delimiter == null ? (tsv ? '\t' : ',') : character("--delimiter", delimiter);
        Character around = tsv ? null : (Character) '"';
        if (quote != null) {
            around = quote.equals("none") ? null : (Character) character("--quote", quote);
        }
        if (around != null && around == between) {
            throw new BadInputException("--quote and --delimiter are the same: '" + between + "'");
        }
        return new DelimitedFormat(between, around, columns, nullText, recordLines);
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

    private Charset charset() throws BadInputException {
        try {
            return Charset.forName(charset);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new BadInputException("--charset: this Java does not know '" + charset + "'", e);
        }
    }
}
