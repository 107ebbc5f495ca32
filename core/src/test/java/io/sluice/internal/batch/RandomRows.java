package io.sluice.internal.batch;

import static io.sluice.internal.locate.Regions.bytes;

import io.sluice.Append;
import io.sluice.Delete;
import io.sluice.Durability;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.locate.Regions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random mutations of every kind. */
final class RandomRows {
    private final SplittableRandom random;

    RandomRows(SplittableRandom random) {
        this.random = random;
    }

    List<Row> next(int count) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] row = Regions.randomKey(random, 1);
            rows.add(random.nextInt(5) == 0 ? together(row) : mutation(row));
        }
        return rows;
    }

    private RowMutations together(byte[] row) {
        RowMutations together = new RowMutations(row);
        try {
            for (int parts = 1 + random.nextInt(3); parts > 0; parts--) {
                together.add(mutation(row));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return together;
    }

    Mutation mutation(byte[] row) {
        Mutation mutation = switch (random.nextInt(5)) {
            case 0 -> new Delete(row, 1 + random.nextInt(1_000));
            case 1 -> new Delete(row).addColumns(family(), bytes("q"), 5).addFamily(family());
            case 2 -> new Increment(row).addColumn(family(), bytes("n"), random.nextLong());
            case 3 -> new Append(row).addColumn(family(), bytes("a"), value());
            default -> puts(new Put(row, 77));
        };
        if (random.nextInt(4) == 0) {
            mutation.setPriority(random.nextInt(300));
        }
        mutation.setDurability(Durability.values()[random.nextInt(Durability.values().length)]);
        if (random.nextInt(3) == 0) {
            mutation.setAttribute("name", value());
            if (!(mutation instanceof Delete)) {
                mutation.setTTL(1 + random.nextInt(1_000));
            }
        }
        return mutation;
    }

    private Put puts(Put put) {
        for (int cells = 1 + random.nextInt(3); cells > 0; cells--) {
            put.addColumn(family(), bytes("q" + cells), random.nextInt(1_000), value());
        }
        return put;
    }

    private byte[] family() {
        return bytes(random.nextBoolean() ? "f" : "family");
    }

    private byte[] value() {
        return Regions.randomKey(random, 0);
    }
}
