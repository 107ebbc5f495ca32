package io.sluice.connectors.flink;

import java.io.IOException;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * The sink, with writers that fail as {@link Faults} are armed.
 *
 * @param <T> the elements
 */
final class FaultySink<T> implements Sink<T> {
    private static final long serialVersionUID = 1;

    private final Sink<T> sink;
    private final Faults.Flush flush;

    FaultySink(Sink<T> sink, Faults.Flush flush) {
        this.sink = sink;
        this.flush = flush;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        return Faults.around(sink.createWriter(context), flush);
    }
}
