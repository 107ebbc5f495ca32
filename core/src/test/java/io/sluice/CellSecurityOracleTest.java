package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Visibility, permissions and consumed clusters: the attributes that HBase's own classes set, byte for byte. */
class CellSecurityOracleTest {
    private static final byte[] ROW = Bytes.toBytes("row");
    private static final int ROUNDS = 500;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 5);
    }

    /** The same mutation of each kind with HBase's classes and with ours. */
    private static List<TwinMutations.Twins> twins() {
        return List.of(
                new TwinMutations.Twins(new Put(ROW), new org.apache.hadoop.hbase.client.Put(ROW)),
                new TwinMutations.Twins(new Delete(ROW), new org.apache.hadoop.hbase.client.Delete(ROW)),
                new TwinMutations.Twins(new Increment(ROW), new org.apache.hadoop.hbase.client.Increment(ROW)),
                new TwinMutations.Twins(new Append(ROW), new org.apache.hadoop.hbase.client.Append(ROW)));
    }

    private static void assertSameAttributes(TwinMutations.Twins twin) {
        Map<String, byte[]> theirs = twin.theirs().getAttributesMap();
        assertThat(twin.ours().getAttributesMap()).containsOnlyKeys(theirs.keySet());
        theirs.forEach((name, value) ->
                assertThat(twin.ours().getAttribute(name)).as(name).isEqualTo(value));
    }

    /** Mostly short, with characters of one to four bytes, and halves of pairs. */
    private static String text(Random random) {
        int length = random.nextInt(20) == 0 ? random.nextInt(40_000) : random.nextInt(100);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(
                    switch (random.nextInt(4)) {
                        case 0 -> (char) random.nextInt(0x10000);
                        case 1 -> "\"\\()&|!ä".charAt(random.nextInt(8));
                        default -> (char) ('a' + random.nextInt(26));
                    });
        }
        return text.toString();
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void visibility_random_isHBases(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            String expression = text(random);
            for (TwinMutations.Twins twin : twins()) {
                twin.ours().setCellVisibility(new CellVisibility(expression));
                twin.theirs()
                        .setCellVisibility(new org.apache.hadoop.hbase.security.visibility.CellVisibility(expression));
                assertSameAttributes(twin);
                assertThat(twin.ours().getCellVisibility())
                        .hasToString(twin.theirs().getCellVisibility().getExpression());
            }
        }
    }

    @Test
    void visibility_unset_isNull() throws Exception {
        assertThat(new Put(ROW).getCellVisibility()).isNull();
        assertThat(new Put(ROW).getACL()).isNull();
        assertThat(new Put(ROW).getClusterIds()).isEmpty();
    }

    static Stream<byte[]> damagedVisibilities() {
        byte[] whole = CellSecurity.visibility(new CellVisibility("x".repeat(300)));
        return Stream.of(
                new byte[0],
                Arrays.copyOf(whole, 1),
                Arrays.copyOf(whole, 2),
                Arrays.copyOf(whole, 3),
                Arrays.copyOf(whole, whole.length - 1),
                Arrays.copyOf(whole, whole.length + 1),
                new byte[] {8, 1},
                new byte[] {10, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
    }

    @ParameterizedTest
    @MethodSource("damagedVisibilities")
    void visibility_damaged_isRefusedAsByHBase(byte[] damaged) {
        Put ours = new Put(ROW).setAttribute("VISIBILITY", damaged);
        var theirs = new org.apache.hadoop.hbase.client.Put(ROW).setAttribute("VISIBILITY", damaged);
        assertThatThrownBy(theirs::getCellVisibility).isNotNull();
        assertThatExceptionOfType(DeserializationException.class)
                .isThrownBy(ours::getCellVisibility)
                .withMessageContaining("not a CellVisibility");
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void quote_random_isHBases(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            String label = text(random);
            assertThat(CellVisibility.quote(label))
                    .isEqualTo(org.apache.hadoop.hbase.security.visibility.CellVisibility.quote(label));
            byte[] bytes = new byte[random.nextInt(30)];
            random.nextBytes(bytes);
            assertThat(CellVisibility.quote(bytes))
                    .isEqualTo(org.apache.hadoop.hbase.security.visibility.CellVisibility.quote(bytes));
        }
    }

    private static Permission permission(byte[] codes, Random random) {
        Permission of = new Permission(codes);
        return switch (random.nextInt(3)) {
            case 0 -> of;
            case 1 -> new Permission(of.getActions());
            default -> Permission.newBuilder().withActionCodes(codes).build();
        };
    }

    private static byte[] codes(Random random) {
        byte[] codes = new byte[random.nextInt(7)];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = (byte) "RWXCA".charAt(random.nextInt(5));
        }
        return codes;
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void acl_ofOneUser_isHBases(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            String user = text(random);
            byte[] codes = codes(random);
            for (TwinMutations.Twins twin : twins()) {
                twin.ours().setACL(user, permission(codes, random));
                twin.theirs().setACL(user, new org.apache.hadoop.hbase.security.access.Permission(codes));
                assertSameAttributes(twin);
                assertThat(twin.ours().getACL()).isEqualTo(twin.theirs().getACL());
            }
        }
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void acl_ofManyUsers_isHBases(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            Map<String, Permission> ours = map(i);
            Map<String, org.apache.hadoop.hbase.security.access.Permission> theirs = map(i);
            for (int users = random.nextInt(40); users > 0; users--) {
                String user = "user" + random.nextInt(1000);
                byte[] codes = codes(random);
                ours.put(user, permission(codes, random));
                theirs.put(user, new org.apache.hadoop.hbase.security.access.Permission(codes));
            }
            for (TwinMutations.Twins twin : twins()) {
                twin.ours().setACL(ours);
                twin.theirs().setACL(theirs);
                assertSameAttributes(twin);
            }
        }
    }

    private static <T> Map<String, T> map(int kind) {
        return switch (kind % 3) {
            case 0 -> new HashMap<>();
            case 1 -> new LinkedHashMap<>();
            default -> new TreeMap<>();
        };
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void permission_random_isHBases(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] codes = codes(random);
            byte[] other = codes(random);
            Permission ours = permission(codes, random);
            var theirs = new org.apache.hadoop.hbase.security.access.Permission(codes);
            assertThat(ours).hasToString(theirs.toString());
            assertThat(names(ours.getActions())).isEqualTo(names(theirs.getActions()));
            for (Permission.Action action : Permission.Action.values()) {
                var theirAction = org.apache.hadoop.hbase.security.access.Permission.Action.valueOf(action.name());
                assertThat(ours.implies(action)).isEqualTo(theirs.implies(theirAction));
                assertThat(action.code()).isEqualTo(theirAction.code());
            }
            assertThat(ours.equals(permission(other, random)))
                    .isEqualTo(theirs.equals(new org.apache.hadoop.hbase.security.access.Permission(other)));
            assertThat(ours).isEqualTo(permission(codes, random)).hasSameHashCodeAs(permission(codes, random));
        }
    }

    private static List<String> names(Enum<?>[] actions) {
        return Arrays.stream(actions).map(Enum::name).toList();
    }

    @Test
    void permission_unknownCode_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Permission(Bytes.toBytes("RZ")))
                .withMessageContaining("'Z'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Permission.newBuilder().withActionCodes(new byte[] {'r'}));
    }

    @Test
    void permission_builderUsedAgain_leavesTheFirstAsItWas() {
        Permission.Builder builder = Permission.newBuilder().withActions(Permission.Action.READ);
        Permission first = builder.build();
        assertThat(builder.withActions(Permission.Action.WRITE).build()).isNotEqualTo(first);
        assertThat(first).isEqualTo(new Permission(Permission.Action.READ));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void clusterIds_random_areHBases(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            List<UUID> clusters = new ArrayList<>();
            for (int count = random.nextInt(5); count > 0; count--) {
                clusters.add(new UUID(random.nextLong(), random.nextLong()));
            }
            for (TwinMutations.Twins twin : twins()) {
                twin.ours().setClusterIds(clusters);
                twin.theirs().setClusterIds(clusters);
                assertSameAttributes(twin);
                assertThat(twin.ours().getClusterIds()).isEqualTo(clusters);
            }
        }
    }
}
