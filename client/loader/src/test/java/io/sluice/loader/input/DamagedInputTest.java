package io.sluice.loader.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.loader.BadInputException;
import io.sluice.loader.input.DelimitedFormat.RecordLines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads files of good and damaged rows: whatever the damage, each good row is read unchanged and each damaged one
 * counted as broken, or the input ends at a line that is named. Another parser determines what a well-formed text
 * means.
 */
class DamagedInputTest {
    private static final int ROWS = 200;
    private static final CSVFormat JUDGE = CSVFormat.RFC4180;

    private static final String FIELD = "(\"([^\"]|\"\")*\"|[^\",\r\n]*)";
    private static final Pattern WELL_FORMED = Pattern.compile(FIELD + "(," + FIELD + ")*");
    private static final Pattern LINE_END = Pattern.compile("\r\n|\n|\r");

    /** How a file is generated. */
    private record Recipe(int width, int damagedPercent, int quotedPercent, String contents) {
        static Recipe of(Random random) {
            return new Recipe(
                    1 + random.nextInt(4),
                    random.nextInt(4) * 4,
                    random.nextInt(3) * 30,
                    random.nextBoolean() ? "abc\",\n\r " : "abc");
        }
    }

    /** A row as it is in the file, with its meaning if it is undamaged. */
    private record Row(String text, @Nullable List<String> values) {}

    static LongStream seeds() {
        return LongStream.concat(LongStream.rangeClosed(1, 400), LongStream.of(System.nanoTime()));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void damagedFile_goodRowsAreRead_damagedOnesBroken_orALineIsNamed(long seed) throws IOException {
        Random random = new Random(seed);
        Recipe recipe = Recipe.of(random);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            Row good = goodRow(random, recipe, i);
            rows.add(random.nextInt(100) < recipe.damagedPercent ? damaged(good, random, recipe) : good);
        }
        check(rows, recipe, new RecordLines(100, false));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void damagedFile_ofSingleLines_isReadToTheEnd(long seed) throws IOException {
        Random random = new Random(seed);
        Recipe recipe = new Recipe(1 + random.nextInt(4), 10, 50, "abc\", ");
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            Row good = goodRow(random, recipe, i);
            rows.add(random.nextInt(100) < recipe.damagedPercent ? damaged(good, random, recipe) : good);
        }
        assertThat(check(rows, recipe, new RecordLines(1, true))).isTrue();
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void wellFormedFile_isReadAsAnotherParserDoes(long seed) throws IOException {
        Random random = new Random(seed);
        Recipe recipe = new Recipe(1 + random.nextInt(4), 0, 50, "abc\",\n\r ");
        StringBuilder text = new StringBuilder(header(recipe.width));
        for (int i = 0; i < ROWS; i++) {
            text.append(goodRow(random, recipe, i).text());
        }
        List<List<String>> judged = judge(text.toString());
        assertThat(DelimitedSourceTest.drain(source(text.toString(), new RecordLines(100, true))))
                .extracting(InputRecord::values)
                .isEqualTo(judged.subList(1, judged.size()));
    }

    @Test
    void strayQuotes_farApart_inAFileOfSingleLines_doNotEndIt() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            boolean stray = i % 300 == 50;
            rows.add(stray ? new Row(i + ",\"x,y\n", null) : new Row(i + ",x,y\n", List.of("" + i, "x", "y")));
        }
        assertThat(check(rows, new Recipe(3, 0, 0, ""), new RecordLines(100, false)))
                .isTrue();
    }

    /** Returns whether the file was read to its end. */
    private static boolean check(List<Row> rows, Recipe recipe, RecordLines lines) throws IOException {
        StringBuilder text = new StringBuilder(header(recipe.width));
        rows.forEach(row -> text.append(row.text()));
        List<InputRecord> records = new ArrayList<>();
        String end = null;
        try (DelimitedSource source = source(text.toString(), lines)) {
            for (InputRecord record = source.next(); record != null; record = source.next()) {
                records.add(record);
            }
        } catch (BadInputException e) {
            end = e.getMessage();
        }
        int covered = compare(rows, records);
        if (end == null) {
            assertThat(covered).isEqualTo(rows.size());
            return true;
        }
        Matcher named = Pattern.compile("^standard input, line (\\d+): ").matcher(end);
        assertThat(named.find()).as(end).isTrue();
        checkNextIsNamed(rows, records, covered, Long.parseLong(named.group(1)));
        return false;
    }

    /** The named line comes after everything that was read, with no good row in between. */
    private static void checkNextIsNamed(List<Row> rows, List<InputRecord> records, int covered, long line) {
        long read = 1
                + records.stream().mapToLong(record -> lineEnds(record.text())).sum();
        assertThat(line).isGreaterThan(read);
        long start = 2;
        for (int i = 0; i < rows.size() && start < line; i++) {
            if (i >= covered) {
                assertThat(rows.get(i).values()).as("a row before line " + line).isNull();
            }
            start += lineEnds(rows.get(i).text());
        }
    }

    /** Compares row by row; returns the number of rows in the records. */
    private static int compare(List<Row> rows, List<InputRecord> records) throws IOException {
        int row = 0;
        int at = 0;
        while (at < records.size()) {
            while (rows.get(row).text().isBlank() && rows.get(row).values() == null) {
                row++;
            }
            InputRecord record = records.get(at);
            if (rows.get(row).values() != null) {
                assertThat(record.broken()).as(record.text()).isNull();
                assertThat(record.values()).isEqualTo(rows.get(row).values());
                assertThat(record.text()).isEqualTo(rows.get(row).text());
                row++;
                at++;
                continue;
            }
            // Adjacent damaged rows: all their lines are in records, which are broken or happen to be well-formed.
            StringBuilder damaged = new StringBuilder();
            Set<Integer> starts = new HashSet<>();
            while (row < rows.size() && rows.get(row).values() == null) {
                starts.add(damaged.length());
                damaged.append(withoutLineEnds(rows.get(row++).text()));
            }
            StringBuilder read = new StringBuilder();
            while (at < records.size() && read.length() < damaged.length()) {
                checkDamaged(records.get(at), starts.contains(read.length()));
                read.append(withoutLineEnds(records.get(at++).text()));
            }
            assertThat(damaged.toString()).startsWith(read);
            if (at < records.size()) {
                assertThat(read).hasToString(damaged.toString());
            }
        }
        while (row < rows.size() && rows.get(row).text().isBlank()) {
            row++;
        }
        return row;
    }

    /** No part of a damaged row is a record; but one that begins with it may happen to be well-formed. */
    private static void checkDamaged(InputRecord record, boolean atStart) throws IOException {
        if (record.broken() == null) {
            assertThat(atStart).as(record.text()).isTrue();
            assertThat(judge(record.text())).isEqualTo(List.of(record.values()));
        }
    }

    private static long lineEnds(String text) {
        return LINE_END.matcher(text).results().count();
    }

    private static String withoutLineEnds(String text) {
        return LINE_END.matcher(text).replaceAll("");
    }

    private static String header(int width) {
        return "a,b,c,d".substring(0, 2 * width - 1) + "\n";
    }

    private static Row goodRow(Random random, Recipe recipe, int number) {
        List<String> values = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < recipe.width; i++) {
            String value = (i == 0 ? "r" + number : "") + field(random, recipe.contents);
            values.add(value);
            boolean quote = value.matches("(?s).*[\",\r\n].*") || random.nextInt(100) < recipe.quotedPercent;
            text.append(i == 0 ? "" : ",").append(quote ? '"' + value.replace("\"", "\"\"") + '"' : value);
        }
        return new Row(text + end(random), values);
    }

    private static String end(Random random) {
        return random.nextInt(3) == 0 ? "\r\n" : "\n";
    }

    private static String field(Random random, String contents) {
        StringBuilder field = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            field.append(contents.charAt(random.nextInt(contents.length())));
        }
        return field.toString();
    }

    /** Damages a row, which may happen to stay well-formed. */
    private static Row damaged(Row good, Random random, Recipe recipe) throws IOException {
        String line =
                good.text().substring(0, good.text().length() - (good.text().endsWith("\r\n") ? 2 : 1));
        int at = random.nextInt(line.length() + 1);
        String text = switch (random.nextInt(5)) {
            case 0 -> line.substring(0, at) + '"' + line.substring(at);
            case 1 -> line.substring(0, at);
            case 2 -> line.substring(0, at) + '\0' + line.substring(at);
            case 3 -> line + ",more";
            default -> line.replaceFirst("\"", "");
        };
        Row damaged = new Row(text + "\n", null);
        if (text.indexOf('\0') >= 0) {
            return damaged;
        }
        boolean whole = WELL_FORMED.matcher(text).matches() && !text.isEmpty();
        List<String> values = whole ? judge(damaged.text()).get(0) : List.of();
        return values.size() == recipe.width ? new Row(damaged.text(), values) : damaged;
    }

    private static DelimitedSource source(String text, RecordLines lines) throws IOException {
        return new DelimitedSource(
                InputText.of(new ByteArrayInputStream(text.getBytes(UTF_8)), DelimitedSourceTest.FORM),
                DelimitedSourceTest.csv(lines));
    }

    private static List<List<String>> judge(String text) throws IOException {
        try (CSVParser parser = CSVParser.parse(text, JUDGE)) {
            return parser.getRecords().stream().map(CSVRecord::toList).toList();
        }
    }
}
