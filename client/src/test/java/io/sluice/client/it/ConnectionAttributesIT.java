package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import io.sluice.TableName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attributes in the connection header: servers before 2.6 do not know them, and must not mind. */
class ConnectionAttributesIT {
    @RegisterExtension
    final Session session = new Session(
            conf -> {},
            builder -> builder.connectionAttributes(Map.of("team", bytes("red"), "large", new byte[100_000])));

    @Test
    void connection_withAttributes_writes() throws Exception {
        TableName table = session.table(List.of(), "f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> {});
        Session.acknowledge(mutator, mutator.mutate(new Put(bytes("a")).addColumn(bytes("f"), bytes("q"), bytes("v"))));
        assertThat(session.stock().countRows(table.getNameAsString()).rows()).isEqualTo(1);
    }
}
