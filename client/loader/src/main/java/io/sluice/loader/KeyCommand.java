package io.sluice.loader;

import io.sluice.Bytes;
import io.sluice.RowSalt;
import io.sluice.connectors.RowKeyTemplate;
import io.sluice.loader.input.Columns;
import io.sluice.loader.input.InputRecord;
import io.sluice.loader.write.ExitCodes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the row key of a record. */
@Command(
        name = "key",
        description = {
            "Prints the row key that load makes from a record, as HBase's shell accepts it between double quotes.",
            "Example: sluice key --row-key '{customer}-{id|pad:10}' --salt 16 customer=acme id=7",
            ""
        })
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class KeyCommand implements Callable<Integer> {
    @Option(names = "--row-key", required = true, paramLabel = "TEMPLATE", description = "as for load")
    private String rowKey;

    @Option(names = "--salt", paramLabel = "N", description = "as for load")
    private @Nullable Integer salt;

    @Parameters(paramLabel = "FIELD=VALUE", description = "the fields of the record; '#=N' is its number")
    private Map<String, String> fields = new LinkedHashMap<>();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws BadInputException {
        String number = fields.getOrDefault("#", "1");
        if (!number.matches("[1-9]\\d{0,17}")) {
            throw new BadInputException("#=" + number + ": the number of a record must be at least 1");
        }
        List<@Nullable String> values = List.copyOf(fields.values());
        InputRecord record = new InputRecord(
                Long.parseLong(number), 1, new Columns(List.copyOf(fields.keySet())), values, null, "", "");
        RowSalt rowSalt = RowMixin.salt(salt);
        byte[] key = RowKeyTemplate.parse(rowKey).key(record);
        spec.commandLine().getOut().println(Bytes.toStringBinary(rowSalt == null ? key : rowSalt.salted(key)));
        return ExitCodes.OK;
    }
}
