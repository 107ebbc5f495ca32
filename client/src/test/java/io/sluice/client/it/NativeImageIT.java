package io.sluice.client.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.netty.channel.ChannelHandler;
import io.sluice.TableName;
import io.sluice.client.it.ReflectionTrace.Lookup;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What GraalVM's {@code native-image} is told of reflection, against what a program does. There is no GraalVM here: see
 * docs/native-image.md.
 */
class NativeImageIT {
    private static final String METADATA = "META-INF/native-image/io.sluice/sluice-client/";

    @RegisterExtension
    final Session session = new Session();

    private final Map<String, JsonObject> entries = new HashMap<>();

    NativeImageIT() throws IOException {
        for (JsonElement each : read("reflect-config.json").getAsJsonArray()) {
            JsonObject entry = each.getAsJsonObject();
            assertThat(entries.put(entry.get("name").getAsString(), entry))
                    .as("twice")
                    .isNull();
        }
    }

    private static JsonElement read(String file) throws IOException {
        InputStream in = NativeImageIT.class.getClassLoader().getResourceAsStream(METADATA + file);
        try (InputStreamReader reader = new InputStreamReader(Objects.requireNonNull(in, file), UTF_8)) {
            return JsonParser.parseReader(reader);
        }
    }

    /** Netty has metadata of its own, whose parts depend on what a program uses. */
    @Test
    void lookups_ofAProgramThatWrites_areInTheMetadata() throws Exception {
        TableName table = session.table("f");
        Set<Lookup> lookups = ReflectionTrace.of(
                UnclosedProgram.class,
                session.quorum(),
                session.server().znodeParent(),
                table.getNameAsString(),
                "close");
        assertThat(session.visible(table)).hasSize(7);
        // Else the trace shows nothing.
        assertThat(lookups).anyMatch(lookup -> lookup.by().startsWith("io.netty."));

        List<Lookup> wanted = lookups.stream()
                .filter(lookup -> !lookup.type().startsWith("io.netty."))
                .filter(lookup -> exists(lookup.type()) && !isOfItself(lookup))
                .toList();
        assertThat(wanted).filteredOn(lookup -> !covers(lookup)).isEmpty();
        assertThat(wanted.stream().map(Lookup::type).collect(Collectors.toSet()))
                .as("what the metadata names and this program does not use")
                .containsAll(without(entries.keySet(), "com.sun.security.", "io.sluice.client.internal.security."));
    }

    private boolean covers(Lookup lookup) {
        JsonObject entry = entries.get(lookup.type());
        if (entry == null) {
            return false;
        }
        return lookup.member().isEmpty()
                || members(entry).contains(lookup.member())
                || lookup.member().endsWith(")") && entry.has("queryAllPublicMethods");
    }

    private static Set<String> members(JsonObject entry) {
        Set<String> members = new HashSet<>();
        for (JsonElement method : array(entry, "methods")) {
            members.add(method.getAsJsonObject().get("name").getAsString() + "()");
        }
        for (JsonElement field : array(entry, "fields")) {
            members.add(field.getAsJsonObject().get("name").getAsString());
        }
        return members;
    }

    private static JsonArray array(JsonObject entry, String name) {
        return entry.has(name) ? entry.getAsJsonArray(name) : new JsonArray();
    }

    private static Set<String> without(Set<String> names, String... beginnings) {
        return names.stream()
                .filter(name -> Arrays.stream(beginnings).noneMatch(name::startsWith))
                .collect(Collectors.toSet());
    }

    /** The field of a var handle, by a constant, which {@code native-image} sees. */
    private static boolean isOfItself(Lookup lookup) {
        return outermost(lookup.by()).equals(outermost(lookup.type()));
    }

    private static String outermost(String type) {
        return type.replaceFirst("\\$.*", "");
    }

    private static boolean exists(String type) {
        return NativeImageIT.class.getClassLoader().getResource(type.replace('.', '/') + ".class") != null;
    }

    @Test
    void metadata_namesWhatExists() throws ReflectiveOperationException {
        for (JsonObject entry : entries.values()) {
            Class<?> type = Class.forName(
                    entry.get("name").getAsString(), false, getClass().getClassLoader());
            Set<String> members = new HashSet<>();
            Arrays.stream(type.getDeclaredMethods()).forEach(method -> members.add(method.getName() + "()"));
            Arrays.stream(type.getDeclaredFields()).forEach(field -> members.add(field.getName()));
            Arrays.stream(type.getDeclaredConstructors()).forEach(each -> members.add("<init>()"));
            assertThat(members).as(type.getName()).containsAll(members(entry));
        }
    }

    /** Netty asks each of them which events it handles. Without an answer it hands it all. */
    @Test
    void channelHandlers_areAllInTheMetadata() {
        Set<String> handlers = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.sluice.client")
                        .stream()
                        .filter(type -> type.isAssignableTo(ChannelHandler.class))
                        .map(JavaClass::getName)
                        .collect(Collectors.toSet());
        assertThat(handlers)
                .hasSizeGreaterThan(3)
                .allSatisfy(name -> assertThat(entries.get(name))
                        .as(name)
                        .isNotNull()
                        .matches(entry -> entry.has("queryAllPublicMethods")));
    }
}
