package io.sluice.internal.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.internal.conf.ConfigurationXml.XmlProperty;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigurationXmlTest {

    private static List<XmlProperty> read(String xml) throws IOException {
        return ConfigurationXml.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "x.xml");
    }

    @Test
    void read_elementsAndAttributes_givesBoth() throws IOException {
        List<XmlProperty> properties = read("""
                <?xml version="1.0"?>
                <?xml-stylesheet type="text/xsl" href="configuration.xsl"?>
                <!-- a comment -->
                <configuration>
                  <property><name> a </name><value> 1 </value><description>of <b>a</b></description></property>
                  <property name="b" value="2" final="true"/>
                  <configuration><property><name>c</name><value><![CDATA[<3>]]>&amp;</value><final>true</final></property>
                  </configuration>
                  <property><name>d</name></property>
                  <property><name>e</name><value/></property>
                </configuration>
                """);

        assertThat(properties)
                .containsExactly(
                        new XmlProperty("a", " 1 ", false, 5),
                        new XmlProperty("b", "2", true, 6),
                        new XmlProperty("c", "<3>&", true, 7),
                        new XmlProperty("d", null, false, 9),
                        new XmlProperty("e", null, false, 10));
    }

    @Test
    void read_malformed_namesFileLineAndColumn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("<configuration>\n  <property><name>a</nam></property>\n</configuration>"))
                .withMessageMatching("x\\.xml, line 2, column \\d+: .*name.*");
    }

    @Test
    void read_empty_isAnError() {
        assertThatIllegalArgumentException().isThrownBy(() -> read("")).withMessageStartingWith("x.xml, line 1");
    }

    @Test
    void read_otherRoot_isAnError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("<project/>"))
                .withMessageContaining("x.xml, line 1")
                .withMessageContaining("<project>, not <configuration>");
    }

    @Test
    void read_propertyWithoutName_isAnError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("<configuration>\n<property><value>1</value></property></configuration>"))
                .withMessageContaining("x.xml, line 2")
                .withMessageContaining("no <name>");
    }

    @Test
    void read_include_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("<configuration xmlns:xi='http://www.w3.org/2001/XInclude'>"
                        + "<xi:include href='other.xml'/></configuration>"))
                .withMessageContaining("<include> is not supported");
    }

    @Test
    void read_externalEntity_isRefusedAndNotOpened(@TempDir Path dir) throws IOException {
        Path secret = Files.writeString(dir.resolve("secret"), "TOP-SECRET");
        String xml = "<!DOCTYPE configuration [<!ENTITY e SYSTEM '" + secret.toUri() + "'>]>\n"
                + "<configuration><property><name>a</name><value>&e;</value></property></configuration>";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(xml))
                .withMessageContaining("x.xml, line 1")
                .withMessageContaining("DOCTYPE")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("TOP-SECRET"));
    }

    @Test
    void read_entityBomb_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("<!DOCTYPE c [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>"
                        + "<configuration><property><name>a</name><value>&b;</value></property></configuration>"))
                .withMessageContaining("DOCTYPE");
    }

    @Test
    void read_streamFails_isTheIOException() throws IOException {
        InputStream broken = InputStream.nullInputStream();
        broken.close();

        assertThatThrownBy(() -> ConfigurationXml.read(broken, "x.xml"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Stream closed");
    }
}
