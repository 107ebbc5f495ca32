package io.sluice.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A relay before a server that sends everything back. */
@SuppressWarnings("NullAway.Init") // Set before each test.
class RelayTest {
    private static final int BYTES = 300_000;

    private EventLoopGroup group;
    private ServerSocket echo;
    private Relay relay;

    @BeforeEach
    void start() throws IOException {
        group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        relay = new Relay(group, "127.0.0.1", echo.getLocalPort());
        Thread thread = new Thread(this::accept, "echo");
        thread.setDaemon(true);
        thread.start();
    }

    @AfterEach
    void stop() throws IOException {
        relay.close();
        echo.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private void accept() {
        try {
            while (!echo.isClosed()) {
                Socket socket = echo.accept();
                Thread thread = new Thread(() -> sendBack(socket), "echo-connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private static void sendBack(Socket socket) {
        try (socket) {
            long unused = socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException e) {
            // Reset.
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", relay.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** Sends some bytes, and reads as many. */
    private static byte[] echoed(Socket socket, byte[] sent) throws IOException {
        Thread writer = new Thread(() -> {
            try {
                socket.getOutputStream().write(sent);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        return socket.getInputStream().readNBytes(sent.length);
    }

    private static byte[] random() {
        byte[] bytes = new byte[BYTES];
        new Random(3).nextBytes(bytes);
        return bytes;
    }

    @Test
    void bytes_inAnyWeather_arriveInTheirOrder() throws Exception {
        byte[] sent = random();
        try (Socket socket = connect()) {
            assertThat(echoed(socket, sent)).isEqualTo(sent);
            relay.set(Relay.Weather.slow(20));
            assertThat(echoed(socket, sent)).isEqualTo(sent);
            relay.set(Relay.Weather.narrow(1_000_000));
            assertThat(echoed(socket, sent)).isEqualTo(sent);
            relay.set(Relay.Weather.FAIR);
            assertThat(echoed(socket, sent)).isEqualTo(sent);
        }
    }

    @Test
    void stalled_nothingArrivesBeforeTheEndOfIt() throws Exception {
        try (Socket socket = connect()) {
            assertThat(echoed(socket, new byte[] {1})).containsExactly(1);
            relay.set(Relay.Weather.STALLED);
            socket.getOutputStream().write(2);
            socket.setSoTimeout(200);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            socket.setSoTimeout(20_000);
            relay.set(Relay.Weather.FAIR);
            assertThat(socket.getInputStream().read()).isEqualTo(2);
        }
    }

    @Test
    void cut_connectionsEndAndNewOnesToo() throws Exception {
        try (Socket socket = connect()) {
            assertThat(echoed(socket, new byte[] {1})).containsExactly(1);
            relay.set(Relay.Weather.CUT);
            assertThat(endOf(socket)).isTrue();
        }
        try (Socket socket = connect()) {
            assertThat(endOf(socket)).isTrue();
        }
        relay.set(Relay.Weather.FAIR);
        try (Socket socket = connect()) {
            assertThat(echoed(socket, new byte[] {3})).containsExactly(3);
        }
    }

    private static boolean endOf(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return !(e instanceof SocketTimeoutException);
        }
    }
}
