package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.HBaseServerException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedException;
import io.sluice.RemoteException;
import io.sluice.RpcThrottlingException;
import io.sluice.ServerName;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemoteErrorsTest {
    private static final String HBASE = "org.apache.hadoop.hbase.";

    @ParameterizedTest
    @CsvSource({
        "NotServingRegionException, NotServingRegionException",
        "exceptions.RegionOpeningException, RegionOpeningException",
        "RegionTooBusyException, RegionTooBusyException",
        "CallQueueTooBigException, CallQueueTooBigException",
        "CallDroppedException, CallDroppedException",
        "regionserver.RegionServerStoppedException, RegionServerStoppedException",
        "regionserver.RegionServerAbortedException, RegionServerAbortedException",
        "ipc.ServerNotRunningYetException, ServerNotRunningYetException",
        "regionserver.NoSuchColumnFamilyException, NoSuchColumnFamilyException",
        "exceptions.FailedSanityCheckException, FailedSanityCheckException",
        "regionserver.WrongRegionException, WrongRegionException",
        "DoNotRetryIOException, DoNotRetryIOException",
        "client.WrongRowIOException, WrongRowIOException",
        "TableNotFoundException, TableNotFoundException",
        "TableNotEnabledException, TableNotEnabledException",
        "security.AccessDeniedException, AccessDeniedException",
        "exceptions.RequestTooBigException, RequestTooBigException",
    })
    void classOfHBase_becomesTheTypeOfItsName(String remote, String ours) throws ClassNotFoundException {
        String className = HBASE + remote;

        IOException error = RemoteErrors.inBody(className, className + ": the text");

        assertThat(error.getClass().getName()).isEqualTo("io.sluice." + ours);
        assertThat(error).hasMessageContaining("the text");
        assertThat(error.getMessage()).doesNotContain(HBASE);
        // The name is one that the servers really have.
        assertThat(Class.forName(className)).isAssignableTo(Throwable.class);
    }

    @Test
    void movedRegion_tellsWhereTo() {
        IOException error = RemoteErrors.inBody(
                HBASE + "exceptions.RegionMovedException",
                HBASE + "exceptions.RegionMovedException: Region moved to: hostname=rs2 port=16021 startCode=17."
                        + " As of locationSeqNum=42.");

        assertThat(error).isInstanceOfSatisfying(RegionMovedException.class, moved -> {
            assertThat(moved.getServerName()).isEqualTo(ServerName.valueOf("rs2", 16021, 17));
            assertThat(moved.getLocationSeqNum()).isEqualTo(42);
        });
        assertThat(RemoteErrors.inBody(HBASE + "exceptions.RegionMovedException", "somewhere"))
                .isExactlyInstanceOf(NotServingRegionException.class);
    }

    @Test
    void missingFamily_tellsThoseThatThereAre_notTheWholeTable() {
        String name = HBASE + "regionserver.NoSuchColumnFamilyException";
        String text = "Column family x does not exist in region t,,1.abc. in table 't'";

        assertThat(
                        RemoteErrors.inBody(
                                name,
                                name + ": " + text
                                        + ", {TABLE_ATTRIBUTES => {METADATA => {'hbase.store.file-tracker.impl' =>"
                                        + " 'DEFAULT'}}}, {NAME => 'd', BLOOMFILTER => 'ROW'}, {NAME => 'e', TTL => 'FOREVER'}"))
                .hasMessage(text + "; it has d, e");
        assertThat(RemoteErrors.inBody(name, name + ": " + text)).hasMessage(text);
    }

    @Test
    void cellAboveTheServersLimit_namesTheSetting() {
        String text = "Cell[r/f:q/1/Put/vlen=11/seqid=0] with size 35 exceeds limit of 20 bytes";

        assertThat(RemoteErrors.inBody(HBASE + "DoNotRetryIOException", text))
                .hasMessage(text + "; the limit is hbase.server.keyvalue.maxsize of the server");
    }

    @Test
    void throttling_tellsTheWait() {
        String name = HBASE + "quotas.RpcThrottlingException";

        assertThat(RemoteErrors.inBody(name, name + ": number of requests exceeded - wait 1min, 30sec, 0ms"))
                .isInstanceOfSatisfying(
                        RpcThrottlingException.class,
                        throttled -> assertThat(throttled.getWaitInterval()).isEqualTo(90_000));
        assertThat(RemoteErrors.inBody(name, "later"))
                .isInstanceOfSatisfying(
                        RemoteException.class, e -> assertThat(e.isDoNotRetry()).isFalse());
    }

    @Test
    void unknownClass_keepsNameAndText() {
        IOException error = RemoteErrors.inBody("java.io.IOException", "java.io.IOException: Family cannot be null");

        assertThat(error)
                .isExactlyInstanceOf(RemoteException.class)
                .hasMessage("java.io.IOException: Family cannot be null");
        assertThat(((RemoteException) error).isDoNotRetry()).isFalse();
    }

    @Test
    void sameNameInAnotherPackage_isNotHBases() {
        assertThat(RemoteErrors.inBody("com.acme.NotServingRegionException", "x"))
                .isExactlyInstanceOf(RemoteException.class);
    }

    @Test
    void flagsOfACall_outweighTheTable() {
        assertThat(call("com.acme.Veto", true, false))
                .isInstanceOfSatisfying(
                        RemoteException.class, e -> assertThat(e.isDoNotRetry()).isTrue());
        assertThat(call(HBASE + "RegionTooBusyException", true, false)).isInstanceOf(RemoteException.class);
        assertThat(call(HBASE + "regionserver.NoSuchColumnFamilyException", true, false))
                .isInstanceOf(NoSuchColumnFamilyException.class);
        assertThat(call("com.acme.Busy", false, true))
                .isInstanceOfSatisfying(
                        HBaseServerException.class,
                        e -> assertThat(e.isServerOverloaded()).isTrue());
    }

    private static IOException call(String className, boolean doNotRetry, boolean overloaded) {
        return RemoteErrors.ofCall(new RemoteErrors.Failure(className, className + ": x", doNotRetry, overloaded));
    }
}
