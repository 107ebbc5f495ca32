package io.sluice.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.CallTimeoutException;
import io.sluice.FlushReason;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.RemoteException;
import io.sluice.RetriesExhaustedException;
import io.sluice.TableName;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ClientNumbersTest {
    private static final TableName TABLE = TableName.valueOf("t");

    private final ClientNumbers numbers = new ClientNumbers();

    @Test
    void cause_retriesExhausted_isTheLastAttempts() {
        Throwable timeout = new CallTimeoutException("late");
        RetriesExhaustedException exhausted = new RetriesExhaustedException(
                "gave up", List.of(new RetriesExhaustedException.Attempt(Instant.EPOCH, null, timeout)), true);
        assertThat(Causes.nameOf(exhausted)).isEqualTo("CallTimeoutException");
        assertThat(Causes.nameOf(new RetriesExhaustedException("gave up", List.of(), false)))
                .isEqualTo("RetriesExhaustedException");
    }

    @Test
    void cause_ofNoKnownName_isOther() {
        class SomethingElseException extends NoSuchColumnFamilyException {
            private static final long serialVersionUID = 1;

            SomethingElseException() {
                super("x");
            }
        }
        assertThat(Causes.nameOf(new SomethingElseException())).isEqualTo(Causes.OTHER);
        assertThat(Causes.nameOf(new NoSuchColumnFamilyException("x"))).isEqualTo("NoSuchColumnFamilyException");
    }

    @Test
    void distributions_onlyWhileSomebodyReads() {
        TableNumbers table = numbers.table(TABLE);
        table.flushed(FlushReason.TIME, 3, 30);
        table.waitedForRoom(5);
        assertThat(table.distributions()).isNull();
        assertThat(numbers.lookups().loadTime()).isNull();
        assertThat(numbers.server("a:1").rpcTime()).isNull();

        numbers.startReading();
        numbers.startReading();
        table.flushed(FlushReason.TIME, 3, 30);
        assertThat(table.distributions())
                .isNotNull()
                .satisfies(made -> assertThat(made.batchMutations().total()).isOne());
        assertThat(numbers.server("b:1").rpcTime()).as("of who comes later").isNotNull();
        assertThat(numbers.lookups().loadTime()).isNotNull();

        numbers.stopReading();
        assertThat(table.distributions()).isNotNull();
        numbers.stopReading();
        assertThat(table.distributions()).isNull();
        assertThat(numbers.server("b:1").rpcTime()).isNull();
        assertThat(table.flushes(FlushReason.TIME)).as("counted all the time").isEqualTo(2);
    }

    @Test
    void changed_toldOncePerComingAndGoing() {
        AtomicInteger told = new AtomicInteger();
        numbers.whenChanged(told::incrementAndGet);
        TableNumbers table = numbers.table(TABLE);
        assertThat(numbers.table(TABLE)).isSameAs(table);
        ServerNumbers server = numbers.server("a:1");
        assertThat(numbers.server("a:1")).isSameAs(server);
        assertThat(told).hasValue(2);

        numbers.forgetServer("a:1");
        numbers.forgetServer("a:1");
        assertThat(told).hasValue(3);
        assertThat(numbers.servers()).isEmpty();
        assertThat(numbers.tables()).containsExactly(table);
    }

    @Test
    void accepted_bufferReadAsEmptyWhileItIsSwapped_doesNotFall() {
        TableNumbers table = numbers.table(TABLE);
        assertThat(table.accepted(() -> 10)).isEqualTo(10);
        assertThat(table.accepted(() -> 0)).isEqualTo(10);
        table.flushed(FlushReason.SIZE, 10, 100);
        assertThat(table.accepted(() -> 3)).isEqualTo(13);
    }

    @Test
    void remoteError_withoutTypeHere_countsByItsOwnName() {
        assertThat(Causes.nameOf(new RemoteException("org.apache.hadoop.hbase.exceptions.UnheardOf", "x", false)))
                .isEqualTo(Causes.OTHER);
        assertThat(Causes.nameOf(new RemoteException("org.apache.hadoop.hbase.NotServingRegionException", "x", false)))
                .isEqualTo("NotServingRegionException");
    }
}
