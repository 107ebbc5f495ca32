package io.sluice.connectors;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Builds a row key from a record: text, and fields in braces with functions after bars, such as
 * <code>&#123;carrier&#125;-&#123;flight|pad:5&#125;</code>. The field {@code #} is the number of the record; doubled
 * braces stand for literal braces. Thread-safe.
 */
public final class RowKeyTemplate {
    private static final String NUMBER = "#";
    private static final Set<String> BINARY = Set.of("int", "long", "hex", "base64");

    private final String text;
    private final List<Part> parts = new ArrayList<>();

    /** Either a literal or a field. */
    private record Part(
            byte @Nullable [] literal, String field, List<UnaryOperator<String>> functions, ColumnType type) {}

    private RowKeyTemplate(String text) {
        this.text = text;
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException if it is malformed or names no field at all
     */
    public static RowKeyTemplate parse(String text) {
        RowKeyTemplate template = new RowKeyTemplate(text);
        StringBuilder literal = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            boolean doubled = i + 1 < text.length() && text.charAt(i + 1) == c;
            if ((c == '{' || c == '}') && doubled) {
                literal.append(c);
                i += 2;
            } else if (c == '{') {
                int end = text.indexOf('}', i);
                if (end < 0) {
                    throw template.malformed("a brace is not closed");
                }
                template.addLiteral(literal);
                template.parts.add(template.field(text.substring(i + 1, end)));
                i = end + 1;
            } else if (c == '}') {
                throw template.malformed("a brace is not opened");
            } else {
                literal.append(c);
                i++;
            }
        }
        template.addLiteral(literal);
        if (template.fields().isEmpty()) {
            throw template.malformed("it names no field, so all rows would have the same key");
        }
        return template;
    }

    private void addLiteral(StringBuilder literal) {
        if (!literal.isEmpty()) {
            parts.add(new Part(literal.toString().getBytes(StandardCharsets.UTF_8), "", List.of(), ColumnType.STRING));
            literal.setLength(0);
        }
    }

    private Part field(String content) {
        String[] words = content.split("\\|", -1);
        if (words[0].isEmpty()) {
            throw malformed("a field has no name");
        }
        List<UnaryOperator<String>> functions = new ArrayList<>();
        ColumnType type = ColumnType.STRING;
        for (int i = 1; i < words.length; i++) {
            String word = words[i];
            if (BINARY.contains(word)) {
                if (i < words.length - 1) {
                    throw malformed("'" + word + "' must be the last function");
                }
                type = ColumnType.of(word);
            } else {
                try {
                    functions.add(KeyFunction.of(word));
                } catch (IllegalArgumentException e) {
                    throw malformed(String.valueOf(e.getMessage()));
                }
            }
        }
        return new Part(null, words[0], functions, type);
    }

    private IllegalArgumentException malformed(String why) {
        return new IllegalArgumentException("row key '" + text + "': " + why);
    }

    /** Returns the names of the input fields that the template needs. */
    public List<String> fields() {
        return parts.stream()
                .filter(part -> part.literal() == null)
                .map(Part::field)
                .toList();
    }

    /** Returns whether every record has {@code field}. */
    public static boolean isBuiltIn(String field) {
        return field.equals(NUMBER);
    }

    /**
     * Returns the key of a record.
     *
     * @throws IllegalArgumentException if a field has no value, or one that a function does not accept
     */
    public byte[] key(SourceRecord record) {
        ByteArrayOutputStream key = new ByteArrayOutputStream(48);
        for (Part part : parts) {
            byte[] literal = part.literal();
            key.writeBytes(literal != null ? literal : bytes(part, record));
        }
        return key.toByteArray();
    }

    private static byte[] bytes(Part part, SourceRecord record) {
        byte[] utf8 = part.functions().isEmpty() && part.type().isString() ? record.utf8(part.field()) : null;
        return utf8 != null && utf8.length > 0 ? utf8 : converted(part, record);
    }

    private static byte[] converted(Part part, SourceRecord record) {
        Object field = part.field().equals(NUMBER) ? (Object) record.number() : record.value(part.field());
        if (field == null || field.equals("") || field instanceof byte[] none && none.length == 0) {
            throw new IllegalArgumentException("field '" + part.field() + "' of the row key has no value");
        }
        try {
            if (part.functions().isEmpty()) {
                return part.type().encode(field);
            }
            String value = ColumnType.text(field);
            for (UnaryOperator<String> function : part.functions()) {
                value = function.apply(value);
            }
            return part.type().encode(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("field '" + part.field() + "' of the row key: " + e.getMessage(), e);
        }
    }
}
