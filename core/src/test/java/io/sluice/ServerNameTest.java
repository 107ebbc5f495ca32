package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerNameTest {

    private static final String[] HOSTS = {"rs1", "RS1", "rs2.example.org", "Rs2.Example.ORG", "10.0.0.1", "[::1]", "a"
    };

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 4);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void serverName_random_sameAsHBase(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            String text = text(random);
            String otherText = text(random);
            ServerName ours = ServerName.valueOf(text);
            ServerName other = ServerName.valueOf(otherText);
            var theirs = org.apache.hadoop.hbase.ServerName.valueOf(text);
            var theirOther = org.apache.hadoop.hbase.ServerName.valueOf(otherText);
            assertThat(ours.toString()).isEqualTo(theirs.toString());
            assertThat(ours.getServerName()).isEqualTo(theirs.getServerName());
            // HBase hands out one object for all spellings.
            assertThat(ours.getHostname()).isEqualToIgnoringCase(theirs.getHostname());
            assertThat(ours.getHostAndPort())
                    .isEqualToIgnoringCase(theirs.getAddress().toString());
            assertThat(ours.getPort()).isEqualTo(theirs.getPort());
            assertThat(ours.getStartcode()).isEqualTo(theirs.getStartCode());
            assertThat(ours.equals(other)).as(text + " " + otherText).isEqualTo(theirs.equals(theirOther));
            assertThat(Integer.signum(ours.compareTo(other))).isEqualTo(Integer.signum(theirs.compareTo(theirOther)));
            assertThat(ServerName.valueOf(ours.toString())).isEqualTo(ours).hasSameHashCodeAs(ours);
        }
    }

    private static String text(Random random) {
        long startCode = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(3) - 1;
        int port = random.nextInt(3) == 0 ? random.nextInt(65_536) : random.nextInt(3);
        return HOSTS[random.nextInt(HOSTS.length)] + "," + port + "," + startCode;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "h", "h,1", "h:1,2", "h,x,2", "h,1,", "h,1,2,3", ",1,2", "h,65536,2", "h,-1,2"})
    void valueOf_otherForm_refusedWithItsText(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ServerName.valueOf(text));
    }

    @Test
    void valueOf_portOutOfRange_namesPortAndHost() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerName.valueOf("rs1", 65_536, 1))
                .withMessageContaining("65536")
                .withMessageContaining("rs1");
    }
}
