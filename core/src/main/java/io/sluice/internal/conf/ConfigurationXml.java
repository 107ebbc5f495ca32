package io.sluice.internal.conf;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads Hadoop's configuration files: {@code <configuration>} with {@code <property>}s of {@code <name>},
 * {@code <value>} and {@code <final>}, as elements or as attributes. Unknown elements are skipped. One instance reads
 * one file.
 *
 * <p>A configuration file may come from an untrusted source, so document types and custom entities are refused, and nothing
 * outside the file is ever opened.
 */
public final class ConfigurationXml {
    private final XMLStreamReader reader;
    private final String source;
    private final List<XmlProperty> properties = new ArrayList<>();

    /**
     * One {@code <property>} of a file.
     *
     * @param name the key, trimmed, never empty
     * @param value as written, or null if the file has no {@code <value>} for it, or an empty one
     * @param isFinal whether {@code <final>true</final>} was there
     * @param line where the property begins, from 1
     */
    public record XmlProperty(String name, @Nullable String value, boolean isFinal, int line) {}

    private ConfigurationXml(XMLStreamReader reader, String source) {
        this.reader = reader;
        this.source = source;
    }

    /**
     * Reads a whole file. The stream is not closed.
     *
     * @param source the file's name for messages
     * @return its properties in the order of the file
     * @throws IllegalArgumentException if the content is not a configuration file; the message names source, line and
     *     column
     * @throws IOException if the stream cannot be read
     */
    public static List<XmlProperty> read(InputStream in, String source) throws IOException {
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(in);
            try {
                ConfigurationXml xml = new ConfigurationXml(reader, source);
                xml.readDocument();
                return xml.properties;
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            if (e.getNestedException() instanceof IOException ioException) {
                throw ioException;
            }
            throw new IllegalArgumentException(at(source, e.getLocation()) + ": " + messageOf(e), e);
        }
    }

    private static XMLInputFactory factory() {
        // The JDK's parser, whatever others are on the class path: their safety switches differ.
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
            throw new XMLStreamException("external entity refused: " + systemId);
        });
        return factory;
    }

    private void readDocument() throws XMLStreamException {
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.DTD) {
                throw error("a document type (DOCTYPE) is not allowed in a configuration file");
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                if (!reader.getLocalName().equals("configuration")) {
                    throw error("the outermost element is <" + reader.getLocalName() + ">, not <configuration>");
                }
                readConfiguration();
            }
        }
    }

    private void readConfiguration() throws XMLStreamException {
        while (reader.next() != XMLStreamConstants.END_ELEMENT) {
            if (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
                switch (reader.getLocalName()) {
                    case "property" -> readProperty();
                    case "configuration" -> readConfiguration();
                    case "include" -> throw error("<include> is not supported; name the other file as a resource");
                    default -> skipElement();
                }
            }
        }
    }

    private void readProperty() throws XMLStreamException {
        int line = reader.getLocation().getLineNumber();
        String name = reader.getAttributeValue(null, "name");
        String value = reader.getAttributeValue(null, "value");
        boolean isFinal = isTrue(reader.getAttributeValue(null, "final"));
        while (reader.next() != XMLStreamConstants.END_ELEMENT) {
            if (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
                switch (reader.getLocalName()) {
                    case "name" -> name = reader.getElementText();
                    case "value" -> {
                        // As in Hadoop, an empty element is no value. HBase's own defaults have some, even for numbers.
                        String text = reader.getElementText();
                        value = text.isEmpty() ? value : text;
                    }
                    case "final" -> isFinal = isTrue(reader.getElementText());
                    default -> skipElement();
                }
            }
        }
        if (name == null || name.isBlank()) {
            throw error("the <property> that ends here has no <name>");
        }
        properties.add(new XmlProperty(name.trim(), value, isFinal, line));
    }

    private void skipElement() throws XMLStreamException {
        int depth = 1;
        while (depth > 0) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    private static boolean isTrue(@Nullable String text) {
        return text != null && text.trim().equals("true");
    }

    private IllegalArgumentException error(String message) {
        return new IllegalArgumentException(at(source, reader.getLocation()) + ": " + message);
    }

    private static String at(String source, @Nullable Location location) {
        return location == null
                ? source
                : source + ", line " + location.getLineNumber() + ", column " + location.getColumnNumber();
    }

    /** The JDK's message has two lines; the first one repeats the position. */
    private static String messageOf(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int start = message.indexOf("Message: ");
        return start < 0 ? message : message.substring(start + "Message: ".length());
    }
}
