package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Moving is a change of imports: what we have under HBase's name, HBase has with the same parameters and result. */
class HBaseShapeTest {
    /** Ours only; {@code toAsyncConnection} HBase has from 3.0 on. */
    private static final Set<String> ADDED = Set.of(
            "toAsyncConnection()",
            "closeAsync(Duration)",
            "preloadRegions(TableName)",
            "warmUp(WarmUp)",
            "connectionPools()",
            "obtainToken()",
            "bindTo(Object)",
            "state()");

    @ParameterizedTest
    @ValueSource(classes = {Connection.class, AsyncConnection.class, ConnectionFactory.class})
    void publicMethods_existInHBase(Class<?> ours) throws ClassNotFoundException {
        Class<?> theirs = Class.forName("org.apache.hadoop.hbase.client." + ours.getSimpleName());
        Set<String> known = Arrays.stream(theirs.getMethods())
                .map(HBaseShapeTest::signature)
                .collect(Collectors.toSet());
        List<String> unknown = Arrays.stream(ours.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> !ADDED.contains(name(method)))
                .map(HBaseShapeTest::signature)
                .filter(signature -> !known.contains(signature))
                .toList();
        assertThat(unknown).isEmpty();
        assertThat(known).isNotEmpty();
    }

    private static String name(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(",", "(", ")"));
    }

    private static String signature(Method method) {
        return name(method) + method.getReturnType().getSimpleName();
    }
}
