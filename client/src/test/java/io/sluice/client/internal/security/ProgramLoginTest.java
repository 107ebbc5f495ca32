package io.sluice.client.internal.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AccessDeniedException;
import io.sluice.client.SubjectSource;
import java.io.IOException;
import java.util.Date;
import java.util.Set;
import javax.security.auth.DestroyFailedException;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.kerberos.KerberosTicket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProgramLoginTest {
    private final Program program = new Program();
    private final ProgramLogin login = new ProgramLogin("writer@A.B", program);

    /** Renews in place, as Hadoop does. */
    private static final class Program implements SubjectSource {
        private final Subject subject =
                new Subject(false, Set.of(new KerberosPrincipal("writer@A.B")), Set.of(), Set.of(ticket("krbtgt/A.B")));
        private int renewals;
        private boolean hasOthers = true;
        private @Nullable IOException error;

        @Override
        public Subject subject() throws IOException {
            if (error != null) {
                throw error;
            }
            return subject;
        }

        @Override
        public void renew() {
            renewals++;
            if (hasOthers) {
                replace();
            }
        }

        void replace() {
            try {
                subject.getPrivateCredentials(KerberosTicket.class)
                        .iterator()
                        .next()
                        .destroy();
            } catch (DestroyFailedException e) {
                throw new IllegalStateException(e);
            }
            subject.getPrivateCredentials().clear();
            subject.getPrivateCredentials().add(ticket("krbtgt/A.B"));
        }
    }

    private static KerberosTicket ticket(String server) {
        return new KerberosTicket(
                new byte[] {1},
                new KerberosPrincipal("writer@A.B"),
                new KerberosPrincipal(server + "@A.B"),
                new byte[16],
                17,
                new boolean[32],
                new Date(0),
                new Date(0),
                new Date(1_000),
                null,
                null);
    }

    @Test
    void subject_isACopyThatLastsAsLongAsTheTicket() throws IOException {
        Subject first = login.subject();
        assertThat(first).isNotSameAs(program.subject).isEqualTo(program.subject);
        first.getPrivateCredentials().add(ticket("hbase/rs1"));
        program.subject.getPrivateCredentials().add(ticket("hbase/rs2"));
        assertThat(login.subject()).as("tickets for servers do not matter").isSameAs(first);
        program.replace();
        assertThat(login.subject()).isNotSameAs(first).isEqualTo(program.subject);
        assertThat(program.renewals).isZero();
    }

    @Test
    void refused_programRenews_onceForAllThatWereRefused() throws IOException {
        Subject first = login.subject();
        assertThat(login.renew(first)).isTrue();
        assertThat(login.renew(first)).as("by another connection").isTrue();
        assertThat(program.renewals).isEqualTo(1);
        assertThat(login.subject()).isNotSameAs(first);
    }

    @Test
    void refused_programHasRenewedMeanwhile_isNotAsked() throws IOException {
        Subject first = login.subject();
        program.replace();
        assertThat(login.renew(first)).isTrue();
        assertThat(program.renewals).isZero();
    }

    /** As the JDK does when it finds that one has ended: the copy has the same object. */
    @Test
    void refused_ticketDestroyed_programRenews() throws Exception {
        Subject first = login.subject();
        first.getPrivateCredentials(KerberosTicket.class).iterator().next().destroy();
        assertThat(login.renew(first)).isTrue();
        assertThat(program.renewals).isEqualTo(1);
        program.hasOthers = false;
        Subject second = login.subject();
        second.getPrivateCredentials(KerberosTicket.class).iterator().next().destroy();
        assertThat(login.renew(second)).isFalse();
    }

    @Test
    void refused_programHasNoOther_staysRefused() throws IOException {
        program.hasOthers = false;
        assertThat(login.renew(login.subject())).isFalse();
        assertThat(program.renewals).isEqualTo(1);
    }

    @Test
    void program_withoutTicketForNow_isNoRefusal() {
        program.error = new IOException("not yet");
        assertThatThrownBy(login::subject)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(AccessDeniedException.class)
                .hasMessageContainingAll("writer@A.B", "not yet");
        program.error = new AccessDeniedException("never");
        assertThatThrownBy(login::subject).isSameAs(program.error);
    }
}
