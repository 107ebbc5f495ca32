package io.sluice.loader.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.loader.BadInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class GzipTest {
    /** Long enough for more than one buffer. */
    private static final String LONG = "some line of text\n".repeat(20_000);

    @Test
    void members_whenTheNextIsNotThereYet_areAllRead() throws IOException {
        byte[] both = joined(zipped(LONG), zipped("b\n"));
        assertThat(read(new Slow(both, zipped(LONG).length))).isEqualTo(LONG + "b\n");
        assertThat(read(new Slow(both, 1))).isEqualTo(LONG + "b\n");
        assertThat(read(new Slow(joined(zipped(""), zipped("x")), 7))).isEqualTo("x");
    }

    @Test
    void member_withAllParts_ofAHeader_isRead() throws IOException {
        byte[] plain = zipped("x\n");
        byte[] header = {0x1f, (byte) 0x8b, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 3, 2, 0, 9, 9, 'n', 0, 'c', 0};
        CRC32 crc = new CRC32();
        crc.update(header);
        byte[] check = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
        byte[] full = joined(header, check, Arrays.copyOfRange(plain, 10, plain.length));
        assertThat(read(new ByteArrayInputStream(joined(plain, full, plain)))).isEqualTo("x\nx\nx\n");
    }

    @Test
    void damage_ofAnyMember_isTold() throws IOException {
        byte[] one = zipped("x\n");
        byte[] wrongMagic = zipped("y\n");
        wrongMagic[0] = 7;
        byte[] wrongMethod = zipped("y\n");
        wrongMethod[2] = 7;
        byte[] wrongSum = zipped("y\n");
        wrongSum[wrongSum.length - 8]++;
        byte[] wrongSize = zipped("y\n");
        wrongSize[wrongSize.length - 4]++;
        for (byte[] next : new byte[][] {wrongMagic, wrongMethod, wrongSum, wrongSize}) {
            assertThatThrownBy(() -> read(new ByteArrayInputStream(joined(one, next))))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("standard input is damaged: its gzip data cannot be read");
        }
        for (int bytes = 1; bytes < one.length; bytes++) {
            byte[] cut = joined(one, Arrays.copyOf(one, bytes));
            assertThatThrownBy(() -> read(new ByteArrayInputStream(cut)))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("was cut off");
        }
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private static String read(InputStream in) throws IOException {
        StringWriter text = new StringWriter();
        try (InputText input = InputText.of(in, new InputText.Form(UTF_8, 1_000))) {
            Reader reader = input.reader();
            reader.transferTo(text);
        }
        return text.toString();
    }

    /** Like a pipe, returns only a few bytes at a time. */
    private static final class Slow extends FilterInputStream {
        private final int most;

        Slow(byte[] bytes, int most) {
            super(new ByteArrayInputStream(bytes));
            this.most = most;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            return super.read(buffer, offset, Math.min(most, length));
        }

        @Override
        public int available() {
            return 0;
        }
    }
}
