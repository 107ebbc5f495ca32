package io.sluice.loader.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.loader.BadInputException;
import io.sluice.loader.input.DelimitedFormat.RecordLines;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DelimitedSourceTest {
    static final InputText.Form FORM = new InputText.Form(UTF_8, 10_000);

    private static final DelimitedFormat CSV = csv(new RecordLines(10, false));

    @Test
    void plainLines_areCutAtDelimiters() throws IOException {
        List<InputRecord> records = read("a,b\n1,x\r\n2,\n\n,y", CSV);
        assertThat(records)
                .extracting(InputRecord::values)
                .containsExactly(List.of("1", "x"), List.of("2", ""), List.of("", "y"));
        assertThat(records).extracting(InputRecord::line).containsExactly(2L, 3L, 5L);
        assertThat(records).extracting(InputRecord::number).containsExactly(1L, 2L, 3L);
        assertThat(records.get(0).value("b")).isEqualTo("x");
        assertThat(records.get(0).value("z")).isNull();
    }

    @Test
    void quotedFields_keepDelimitersQuotesAndLineEnds() throws IOException {
        List<InputRecord> records = read("a,b\n\"x,\"\"y\"\"\",\"1\r\n2\n\"\nlast,1", CSV);
        assertThat(records)
                .extracting(InputRecord::values)
                .containsExactly(List.of("x,\"y\"", "1\r\n2\n"), List.of("last", "1"));
        assertThat(records.get(1).line()).isEqualTo(5);
    }

    @Test
    void openQuote_costsItsLineOnly() throws IOException {
        List<InputRecord> records = read("a,b\n1,\"open\n2,x\n3,y\n4,z\n", CSV);
        assertThat(records.get(0).broken()).contains("a quote is not closed");
        assertThat(records.get(0).line()).isEqualTo(2);
        assertThat(records).extracting(InputRecord::number).containsExactly(1L, 2L, 3L, 4L);
        assertThat(records.subList(1, 4))
                .extracting(record -> record.value("b"))
                .containsExactly("x", "y", "z");
    }

    @Test
    void quoteInTheMiddleOfAField_isBroken_andItselfWithoutQuotes() throws IOException {
        List<InputRecord> records = read("a,b\n5\" pipe,x\n6,y\n", CSV);
        assertThat(records.get(0).broken()).contains("--quote none");
        assertThat(records.get(1).values()).containsExactly("6", "y");
        DelimitedFormat unquoted = new DelimitedFormat(',', null, null, null, new RecordLines(1, false));
        assertThat(read("a,b\n5\" pipe,x\n", unquoted).get(0).values()).containsExactly("5\" pipe", "x");
    }

    @Test
    void strayQuote_closedByACorrectFieldFarBelow_costsItsLineOnly() throws IOException {
        StringBuilder text = new StringBuilder("k,v\n");
        for (int i = 1; i <= 300; i++) {
            text.append(i).append(i == 50 ? ",\"v" : i == 90 ? ",\"v\"" : ",v").append('\n');
        }
        List<InputRecord> records = read(text.toString(), csv(new RecordLines(100, false)));
        assertThat(records).hasSize(300);
        assertThat(records)
                .filteredOn(record -> record.broken() != null)
                .singleElement()
                .satisfies(record -> {
                    assertThat(record.line()).isEqualTo(51);
                    assertThat(record.text()).isEqualTo("50,\"v\n");
                });
        assertThat(records.get(89).values()).containsExactly("90", "v");
    }

    @Test
    void strayQuote_whereFieldsHaveLineEnds_endsTheInput_andNamesTheLine() {
        String text = "a,b\n0,\"x\ny\"\n1,\"open\n2,x\n3,y\n4,z\n5,\"q\"\n";
        assertThatThrownBy(() -> read(text, CSV))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("standard input, line 4: ")
                .hasMessageContaining("--record-lines 1");
    }

    @Test
    void linesThatMayBeRecordsInsideAField_endTheInput_unlessTheyAreMeant() throws IOException {
        String text = "a,b\n1,\"x\n2,y\n3,z\"\n";
        assertThatThrownBy(() -> read(text, CSV))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("line 2: a quoted field continues up to line 4, but line 3 could be a record");
        assertThat(read(text, csv(new RecordLines(10, true))))
                .extracting(InputRecord::values)
                .containsExactly(List.of("1", "x\n2,y\n3,z"));
        assertThat(read(text, csv(new RecordLines(1, true))))
                .extracting(record -> record.broken() == null)
                .containsExactly(false, true, false);
    }

    @Test
    void brokenRecordOverLines_isOne() throws IOException {
        List<InputRecord> records = read("a,b\n1,\"x\ny\nz\",2,3\n4,5\n6,\"cut\noff", CSV);
        assertThat(records)
                .extracting(InputRecord::text)
                .containsExactly("1,\"x\ny\nz\",2,3\n", "4,5\n", "6,\"cut\noff");
        assertThat(records.get(0).broken()).isEqualTo("4 fields instead of 2 (up to line 4)");
        assertThat(records.get(2).broken()).startsWith("a quote is not closed");
    }

    @Test
    void fieldWithMoreLinesThanAllowed_endsTheInput() {
        assertThatThrownBy(() -> read("a,b\n1,\"x" + "\nx".repeat(12) + "\"\n2,y\n", CSV))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("line 2: a quote is not closed")
                .hasMessageContaining("fields of more than 10 lines");
    }

    @Test
    void carriageReturns_endLines() throws IOException {
        List<InputRecord> records = read("a,b\r1,x\r2,\"y\rz\"\r", CSV);
        assertThat(records).extracting(InputRecord::values).containsExactly(List.of("1", "x"), List.of("2", "y\rz"));
        assertThat(records).extracting(InputRecord::line).containsExactly(2L, 3L);
    }

    @Test
    void nul_breaksItsRecord() throws IOException {
        List<InputRecord> records = read("a\n1\0\n2\n", CSV);
        assertThat(records.get(0).broken()).contains("NUL");
        assertThat(records.get(1).values()).containsExactly("2");
    }

    @Test
    void lineThatIsTooLong_endsTheInput_andNamesTheSetting() {
        assertThatThrownBy(() -> read("a\nok\n" + "x".repeat(40_000) + "\n", CSV))
                .isInstanceOf(BadInputException.class)
                .hasMessage("standard input, line 3 is longer than 10000 characters; --max-line allows longer ones");
    }

    @Test
    void wrongNumberOfFields_isBroken_andSaysHowMany() throws IOException {
        List<InputRecord> records = read("a,b\n1\n1,2,3\n1,2\n", CSV);
        assertThat(records)
                .extracting(InputRecord::broken)
                .containsExactly("1 fields instead of 2", "3 fields instead of 2", null);
    }

    @Test
    void textAfterAClosingQuote_isBroken() throws IOException {
        List<InputRecord> records = read("a,b\n\"1\"x,2\n3,4\n", CSV);
        assertThat(records.get(0).broken()).isNotNull();
        assertThat(records.get(1).values()).containsExactly("3", "4");
    }

    @Test
    void bytesOfAnotherCharset_breakTheirLine() throws IOException {
        byte[] bytes = "a\nok\nx\u00e4\nok\n".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        List<InputRecord> records =
                drain(new DelimitedSource(InputText.of(new ByteArrayInputStream(bytes), FORM), CSV));
        assertThat(records)
                .extracting(InputRecord::broken)
                .satisfiesExactly(
                        one -> assertThat(one).isNull(),
                        two -> assertThat(two).contains("charset"),
                        three -> assertThat(three).isNull());
    }

    @Test
    void tsv_hasNoQuotes_andNullTextIsNoValue() throws IOException {
        DelimitedFormat tsv = new DelimitedFormat('\t', null, List.of("a", "b"), "\\N", new RecordLines(10, false));
        assertThat(read("\"x\t\\N\n", tsv)).singleElement().satisfies(record -> {
            assertThat(record.value("a")).isEqualTo("\"x");
            assertThat(record.value("b")).isNull();
        });
    }

    @Test
    void gzip_isKnownByItsBytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("\uFEFFa\n1\n".getBytes(UTF_8));
        }
        DelimitedSource source =
                new DelimitedSource(InputText.of(new ByteArrayInputStream(bytes.toByteArray()), FORM), CSV);
        assertThat(source.columns()).containsExactly("a");
        assertThat(drain(source)).extracting(InputRecord::values).containsExactly(List.of("1"));
    }

    @Test
    void gzip_cutOffAnywhere_isSaidSo() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("a\n1\n2\n3\n".getBytes(UTF_8));
        }
        for (int length = 3; length < bytes.size(); length++) {
            ByteArrayInputStream cut = new ByteArrayInputStream(bytes.toByteArray(), 0, length);
            assertThatThrownBy(() -> DelimitedSourceTest.drain(new DelimitedSource(InputText.of(cut, FORM), CSV)))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("standard input was cut off: it ends in the middle of its gzip data");
        }
    }

    @Test
    void gzip_damaged_isSaidSo() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("a\n1\n2\n3\n".getBytes(UTF_8));
        }
        byte[] damaged = bytes.toByteArray();
        damaged[damaged.length - 5] ^= 1;
        assertThatThrownBy(() -> DelimitedSourceTest.drain(
                        new DelimitedSource(InputText.of(new ByteArrayInputStream(damaged), FORM), CSV)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is damaged: its gzip data cannot be read");
    }

    @Test
    void header_emptyOrDouble_isRefused() {
        assertThatThrownBy(() -> read("", CSV))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("empty");
        assertThatThrownBy(() -> read("a,a\n", CSV))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("line 1 is not a valid header")
                .hasMessageContaining("'a'");
    }

    static List<Long> seeds() {
        return List.of(1L, 2L, 3L, System.nanoTime());
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void randomFields_writtenWithQuotes_comeBack(long seed) throws IOException {
        Random random = new Random(seed);
        List<List<String>> rows = IntStream.range(0, 300)
                .mapToObj(i -> List.of(field(random), field(random), "end" + i))
                .toList();
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                String field = row.get(i);
                boolean quote = field.matches("(?s).*[\",\r\n].*") || random.nextInt(4) == 0;
                text.append(i == 0 ? "" : ",").append(quote ? '"' + field.replace("\"", "\"\"") + '"' : field);
            }
            text.append(random.nextBoolean() ? "\n" : "\r\n");
        }
        assertThat(read(text.toString(), csv(new RecordLines(10, true))))
                .extracting(InputRecord::values)
                .isEqualTo(rows);
    }

    private static String field(Random random) {
        StringBuilder field = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            field.append("ab\",\n\r ".charAt(random.nextInt(7)));
        }
        return field.toString();
    }

    static DelimitedFormat csv(RecordLines lines) {
        return new DelimitedFormat(',', '"', null, null, lines);
    }

    private static List<InputRecord> read(String text, DelimitedFormat format) throws IOException {
        return drain(new DelimitedSource(InputText.of(new ByteArrayInputStream(text.getBytes(UTF_8)), FORM), format));
    }

    static List<InputRecord> drain(InputSource source) throws IOException {
        List<InputRecord> records = new ArrayList<>();
        try (source) {
            for (@Nullable InputRecord record = source.next(); record != null; record = source.next()) {
                records.add(record);
            }
        }
        return records;
    }
}
