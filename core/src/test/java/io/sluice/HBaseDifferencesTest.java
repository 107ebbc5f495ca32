package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What HBase's types have and ours of the same name have not: {@code hbase-differences.txt}, with the reason of each. */
class HBaseDifferencesTest {

    private static Set<String> listed() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(HBaseDifferencesTest.class.getResourceAsStream("/hbase-differences.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Stream<Member> members(Class<?> type) {
        return Stream.of(type.getMethods(), type.getConstructors(), type.getFields())
                .flatMap(Arrays::stream)
                .map(Member.class::cast)
                .filter(member -> member.getDeclaringClass() != Object.class)
                .filter(member -> Modifier.isPublic(member.getModifiers()));
    }

    private static String signature(Member member) {
        if (member instanceof Field) {
            return member.getName();
        }
        String parameters = Arrays.stream(((Executable) member).getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(","));
        return (member instanceof Constructor ? "new" : member.getName()) + "(" + parameters + ")";
    }

    @Test
    void members_thatHBaseAloneHas_areThoseOfTheList() throws Exception {
        Set<String> missing = new TreeSet<>();
        for (Class<?> ours : HBaseShapeTest.types().toList()) {
            if (ours == HConstants.class) {
                // Hundreds of names of settings and of what servers use; ours has five that a writer needs.
                continue;
            }
            Class<?> theirs = HBaseShapeTest.counterpart(ours);
            Set<Class<?>> elsewhere = HBaseShapeTest.counterparts();
            elsewhere.remove(theirs);
            Set<String> here = Stream.concat(members(ours), Stream.of(Object.class.getMethods()))
                    .map(HBaseDifferencesTest::signature)
                    .collect(Collectors.toSet());
            members(theirs)
                    .filter(member -> !member.isSynthetic())
                    // Listed once, with the type that has it.
                    .filter(member -> !elsewhere.contains(member.getDeclaringClass()))
                    .map(HBaseDifferencesTest::signature)
                    .filter(signature -> !here.contains(signature))
                    .forEach(signature -> missing.add(ours.getSimpleName() + " " + signature));
        }
        assertThat(missing).isEqualTo(listed());
    }
}
