package io.sluice.client.faults;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testserver.Method;
import io.sluice.testserver.Refusal;
import io.sluice.testserver.RemoteError;
import org.junit.jupiter.api.Test;

/** The oracle of the fault matrix finds what it is there to find. */
class WriteLedgerTest {

    @Test
    void verify_acknowledgedAndNotThere_fails() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            rig.ledger.verify(rig.cluster, FaultRig.TABLE);
            rig.cluster.drop(FaultRig.TABLE);
            rig.cluster.createTable(FaultRig.TABLE);
            assertThatThrownBy(() -> rig.ledger.verify(rig.cluster, FaultRig.TABLE))
                    .hasMessageContaining("acknowledged and missing");
        }
    }

    @Test
    void verify_thereAndNotWritten_fails() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            WriteLedger other = new WriteLedger();
            assertThatThrownBy(() -> other.verify(rig.cluster, FaultRig.TABLE)).hasMessageContaining("never written");
        }
    }

    @Test
    void verify_notSettled_fails() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            rig.server(0)
                    .script()
                    .always(Method.MULTI)
                    .refuse(Refusal.ofRegions(region -> true, RemoteError.tooBusy()));
            var unused = rig.write("0-waits");
            assertThatThrownBy(() -> rig.ledger.verify(rig.cluster, FaultRig.TABLE))
                    .hasMessageContaining("settled 0 times");
            rig.server(0).script().clear();
            rig.verifyAllAcknowledged();
        }
    }

    @Test
    void verify_settledTwice_fails() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            WriteLedger.Entry entry = rig.write("0-twice");
            rig.settle();
            entry.settled(null);
            assertThatThrownBy(() -> rig.ledger.verify(rig.cluster, FaultRig.TABLE))
                    .hasMessageContaining("settled 2 times");
        }
    }
}
