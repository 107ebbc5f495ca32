package io.sluice.client;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program that has no Micrometer: it writes a row, looks at the interface by reflection, and binds nothing. */
public final class WithoutMicrometer {
    private WithoutMicrometer() {}

    /**
     * Runs it.
     *
     * @param args bootstrap servers and table
     */
    public static void main(String[] args) throws Exception {
        try {
            Class.forName("io.micrometer.core.instrument.MeterRegistry");
            throw new AssertionError("Micrometer is there");
        } catch (ClassNotFoundException expected) {
            System.out.println("no Micrometer");
        }
        AsyncConnection connection = AsyncConnections.builder()
                .configuration(new Configuration())
                .registry(Registry.rpc(args[0]))
                .build()
                .get(1, TimeUnit.MINUTES);
        AsyncBufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf(args[1]));
        byte[] bytes = "f".getBytes(StandardCharsets.UTF_8);
        CompletableFuture<Void> written = mutator.mutate(new Put(bytes).addColumn(bytes, bytes, bytes));
        mutator.flush();
        Void unused = written.get(1, TimeUnit.MINUTES);
        // As Spring and Mockito look at it.
        int methods = connection.getClass().getDeclaredMethods().length;
        Object proxy = Proxy.newProxyInstance(
                WithoutMicrometer.class.getClassLoader(), new Class<?>[] {AsyncConnection.class}, (p, m, a) -> null);
        System.out.println("introspected " + (methods > 0 && proxy instanceof AsyncConnection));
        try (MetricsBinding binding = connection.bindTo("a registry")) {
            throw new AssertionError("bound " + binding);
        } catch (IllegalStateException expected) {
            System.out.println(expected.getMessage());
        }
        connection.close();
        System.out.println("done");
    }
}
