package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Moving is a change of imports: what we have under HBase's name, HBase has with the same parameters and result. */
class HBaseShapeTest {

    private static final String HBASE = "org.apache.hadoop.hbase.";

    /** Our types by the package of HBase's. */
    private static final Map<String, List<Class<?>>> TYPES = Map.of(
            "",
            List.of(
                    TableName.class,
                    ServerName.class,
                    Cell.class,
                    Cell.Type.class,
                    CellUtil.class,
                    KeyValue.class,
                    KeyValue.Type.class,
                    CellBuilder.class,
                    CellBuilderFactory.class,
                    CellBuilderType.class,
                    HConstants.class),
            "client.",
            List.of(
                    Row.class,
                    Attributes.class,
                    OperationWithAttributes.class,
                    Mutation.class,
                    Put.class,
                    Delete.class,
                    Increment.class,
                    Append.class,
                    RowMutations.class,
                    Durability.class,
                    BufferedMutator.class,
                    BufferedMutator.ExceptionListener.class,
                    BufferedMutatorParams.class,
                    RetriesExhaustedWithDetailsException.class),
            "util.",
            List.of(Bytes.class),
            "exceptions.",
            List.of(DeserializationException.class),
            "security.access.",
            List.of(Permission.class, Permission.Action.class, Permission.Builder.class),
            "security.visibility.",
            List.of(CellVisibility.class));

    private static final Map<String, List<Class<?>>> EXCEPTIONS = Map.of(
            "",
            List.of(
                    HBaseIOException.class,
                    HBaseServerException.class,
                    DoNotRetryIOException.class,
                    TableNotFoundException.class,
                    TableNotEnabledException.class,
                    NotServingRegionException.class,
                    RegionTooBusyException.class,
                    CallQueueTooBigException.class,
                    CallDroppedException.class),
            "exceptions.",
            List.of(
                    RegionMovedException.class,
                    RegionOpeningException.class,
                    RequestTooBigException.class,
                    FailedSanityCheckException.class),
            "regionserver.",
            List.of(
                    NoSuchColumnFamilyException.class,
                    RegionServerStoppedException.class,
                    RegionServerAbortedException.class,
                    WrongRegionException.class),
            "ipc.",
            List.of(ServerNotRunningYetException.class, CallTimeoutException.class),
            "quotas.",
            List.of(RpcThrottlingException.class),
            "security.",
            List.of(AccessDeniedException.class),
            "client.",
            List.of(
                    RetriesExhaustedException.class,
                    RetriesExhaustedWithDetailsException.class,
                    WrongRowIOException.class));

    /** Ours only. */
    private static final Set<String> ADDED =
            Set.of("encodedSize()", "maxCellSize()", "copyEncodedTo(byte[],int,int)", "expectEncodedSize(int)");

    static Stream<Class<?>> types() {
        return TYPES.values().stream().flatMap(List::stream);
    }

    static Stream<Class<?>> exceptions() {
        return EXCEPTIONS.values().stream().flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("types")
    void publicMembers_existInHBase(Class<?> ours) throws ClassNotFoundException {
        Class<?> theirs = counterpart(ours);
        Set<String> known = Stream.<Executable>concat(
                        Stream.of(theirs.getMethods()), Stream.of(theirs.getConstructors()))
                .map(HBaseShapeTest::signature)
                .collect(Collectors.toSet());
        List<String> unknown = new ArrayList<>();
        Stream.<Executable>concat(Stream.of(ours.getDeclaredMethods()), Stream.of(ours.getConstructors()))
                .filter(member -> Modifier.isPublic(member.getModifiers()) && !member.isSynthetic())
                .map(HBaseShapeTest::signature)
                .filter(signature -> !known.contains(signature) && !ADDED.contains(withoutResult(signature)))
                .forEach(unknown::add);
        assertThat(unknown).isEmpty();
        assertThat(known).isNotEmpty();
    }

    private static String withoutResult(String signature) {
        return signature.substring(0, signature.indexOf(')') + 1);
    }

    private static String signature(Executable member) {
        String parameters = Arrays.stream(member.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(","));
        String owner = member instanceof Constructor ? "new" : member.getName();
        String result = member instanceof Method method ? method.getReturnType().getSimpleName() : "";
        return owner + "(" + parameters + ")" + result;
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void exception_extendsWhatHBasesExtends(Class<?> ours) throws ClassNotFoundException {
        Class<?> theirs = counterpart(ours);
        assertThat(ours.getSuperclass().getSimpleName())
                .isEqualTo(theirs.getSuperclass().getSimpleName());
        assertThat(IOException.class).isAssignableFrom(ours);
    }

    /** HBase's types that have one here. */
    static Set<Class<?>> counterparts() throws ClassNotFoundException {
        Set<Class<?>> all = new HashSet<>();
        for (Class<?> ours : types().toList()) {
            all.add(counterpart(ours));
        }
        return all;
    }

    /** HBase's type of the same name. */
    static Class<?> counterpart(Class<?> ours) throws ClassNotFoundException {
        for (Map<String, List<Class<?>>> types : List.of(TYPES, EXCEPTIONS)) {
            for (Map.Entry<String, List<Class<?>>> inPackage : types.entrySet()) {
                if (inPackage.getValue().contains(ours)) {
                    return Class.forName(
                            HBASE + inPackage.getKey() + ours.getName().substring("io.sluice.".length()));
                }
            }
        }
        throw new ClassNotFoundException(ours.getName());
    }
}
