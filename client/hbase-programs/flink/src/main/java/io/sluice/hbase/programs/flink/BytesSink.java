package io.sluice.hbase.programs.flink;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;

/**
 * The floor of a sink for HBase: encodes the cell of each row and writes the cells to a socket, in parts of 512 KiB, and does
 * nothing else. It looks up no region, waits for no answer, and keeps nothing that it could send again.
 */
final class BytesSink implements Sink<Long> {
    private static final long serialVersionUID = 1;
    private static final int PART_BYTES = 512 << 10;
    /** Lengths of key, value and row, timestamp and type. */
    private static final int FIXED_BYTES = 4 + 4 + 2 + 1 + 8 + 1;

    private static final byte PUT = 4;

    private final int port;

    BytesSink(int port) {
        this.port = port;
    }

    @Override
    @SuppressWarnings("deprecation") // Flink 1 has no other method without a default.
    public SinkWriter<Long> createWriter(InitContext context) throws IOException {
        return new Writer(port);
    }

    private static final class Writer implements SinkWriter<Long> {
        private final Socket socket;
        private final OutputStream out;
        private final ByteBuffer part = ByteBuffer.allocate(PART_BYTES);

        Writer(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            out = socket.getOutputStream();
        }

        @Override
        public void write(Long number, Context context) throws IOException {
            byte[] row = FlinkJob.row(number);
            byte[] value = FlinkJob.value(number);
            int column = FlinkJob.FAMILY_BYTES.length + FlinkJob.QUALIFIER.length;
            int bytes = FIXED_BYTES + row.length + column + value.length;
            if (part.remaining() < Integer.BYTES + bytes) {
                flush(false);
            }
            part.putInt(bytes).putInt(bytes - 2 * Integer.BYTES - value.length).putInt(value.length);
            part.putShort((short) row.length).put(row);
            part.put((byte) FlinkJob.FAMILY_BYTES.length)
                    .put(FlinkJob.FAMILY_BYTES)
                    .put(FlinkJob.QUALIFIER);
            part.putLong(System.currentTimeMillis()).put(PUT).put(value);
        }

        @Override
        public void flush(boolean endOfInput) throws IOException {
            out.write(part.array(), 0, part.position());
            part.clear();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
