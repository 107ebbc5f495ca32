package io.sluice.client.internal.wire;

import java.util.stream.Stream;

/** Names of HBase's exceptions below {@code org.apache.hadoop.hbase} that have no type of ours and mean "not again". */
final class HBaseErrorNames {
    private HBaseErrorNames() {}

    /** Those that HBase's client has, too. */
    static Stream<String> neverAgain() {
        return Stream.of(
                "TableNotDisabledException",
                "TableExistsException",
                "NamespaceNotFoundException",
                "InvalidFamilyOperationException",
                "UnknownRegionException",
                "UnknownScannerException",
                "NotAllMetaRegionsOnlineException",
                "ConcurrentTableModificationException",
                "regionserver.LeaseException",
                "exceptions.MasterStoppedException",
                "exceptions.MergeRegionException",
                "exceptions.ScannerResetException",
                "exceptions.OutOfOrderScannerNextException",
                "exceptions.UnknownProtocolException",
                "client.DoNotRetryRegionException",
                "client.NoServerForRegionException",
                "client.RowTooBigException",
                "security.visibility.InvalidLabelException",
                "security.visibility.LabelAlreadyExistsException",
                "coprocessor.CoprocessorException",
                "quotas.QuotaExceededException",
                "quotas.ThrottlingException",
                "ipc.FatalConnectionException",
                "ipc.UnsupportedCellCodecException");
    }

    /** Those that only servers have. */
    static Stream<String> neverAgainOfServersOnly() {
        return Stream.of("quotas.SpaceLimitingException", "io.hfile.CorruptHFileException");
    }
}
