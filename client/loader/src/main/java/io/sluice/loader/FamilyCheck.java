package io.sluice.loader;

import io.sluice.Bytes;
import io.sluice.Configuration;
import io.sluice.TableName;
import io.sluice.client.internal.ClusterInspector;
import io.sluice.loader.write.ClusterWait;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks before the first row that the table has the column families that the load writes to. */
final class FamilyCheck {
    private FamilyCheck() {}

    /**
     * Asks the active master. A user with write permission may not be allowed to ask; the check is then skipped with a
     * message.
     *
     * @param byDefault whether no option names the families
     * @param wait waits for the answer
     * @param err receives the reason if nothing could be checked
     * @throws BadInputException if a family is missing
     */
    static void check(
            Configuration conf,
            TableName table,
            Set<String> wanted,
            boolean byDefault,
            ClusterWait wait,
            PrintStream err)
            throws BadInputException, InterruptedException {
        List<byte[]> families;
        try (ClusterInspector inspector = ClusterInspector.open(conf)) {
            families = wait.await(inspector.families(table));
        } catch (IOException e) {
            err.println("The column families of table '" + table + "' were not checked: "
                    + e.toString().lines().findFirst().orElse(""));
            return;
        }
        compare(table, families, wanted, byDefault);
    }

    static void compare(TableName table, List<byte[]> families, Set<String> wanted, boolean byDefault)
            throws BadInputException {
        Set<String> has = new TreeSet<>();
        families.forEach(family -> has.add(Bytes.toStringBinary(family)));
        Set<String> missing = new TreeSet<>();
        wanted.forEach(family -> missing.add(Bytes.toStringBinary(family.getBytes(StandardCharsets.UTF_8))));
        missing.removeAll(has);
        if (!missing.isEmpty()) {
            throw new BadInputException("Table '" + table + "' has no column family " + String.join(", ", missing)
                    + "; it has " + String.join(", ", has) + ". "
                    + (byDefault ? "Family d comes from the default --map '*=d'. " : "")
                    + "Nothing was sent; change --map, or add the family");
        }
    }
}
