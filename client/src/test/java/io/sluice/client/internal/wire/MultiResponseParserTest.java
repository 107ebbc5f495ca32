package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.NotServingRegionException;
import io.sluice.Put;
import io.sluice.RegionTooBusyException;
import io.sluice.RemoteException;
import io.sluice.client.internal.wire.RandomMutations.Generated;
import io.sluice.internal.batch.BatchFixture;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.batch.ServerBatchResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MultiResponseParserTest {
    private static final String BUSY = "org.apache.hadoop.hbase.RegionTooBusyException";
    private static final String GONE = "org.apache.hadoop.hbase.NotServingRegionException";
    private static final String STRANGE = "com.acme.StrangeException";

    private final MultiResponseParser parser = new MultiResponseParser();

    static LongStream seeds() {
        return LongStream.range(1, 301);
    }

    /** What a position must show: a class name, "none" for no result, or null for an acknowledgement. */
    private final List<@Nullable String> expected = new ArrayList<>();

    private int pressure(ClientProtos.RegionLoadStats.Builder... regions) throws IOException {
        ServerBatch request =
                BatchFixture.request(List.of(new Put(new byte[] {1}).addColumn(new byte[] {2}, null, null)));
        ClientProtos.MultiRegionLoadStats.Builder statistics = ClientProtos.MultiRegionLoadStats.newBuilder();
        for (ClientProtos.RegionLoadStats.Builder region : regions) {
            statistics.addStat(region);
        }
        MultiResponse answer = MultiResponse.newBuilder()
                .addRegionActionResult(RegionActionResult.newBuilder()
                        .addResultOrException(ResultOrException.newBuilder().setIndex(0)))
                .setRegionStatistics(statistics)
                .build();
        ServerBatchResult result = parse(answer, request);
        assertThat(result.isAcknowledged()).isTrue();
        return result.pressure();
    }

    private static ClientProtos.RegionLoadStats.Builder load() {
        return ClientProtos.RegionLoadStats.newBuilder();
    }

    @Test
    void statistics_pressureIsThatOfTheRegionWithMost() throws IOException {
        assertThat(pressure()).as("a server without backpressure").isZero();
        assertThat(pressure(load().setMemStoreLoad(40), load().setCompactionPressure(70)))
                .isEqualTo(70);
        assertThat(pressure(load().setMemStoreLoad(80).setCompactionPressure(7)))
                .isEqualTo(80);
        assertThat(pressure(load().setHeapOccupancy(90)))
                .as("a heap may be full to 95 %")
                .isZero();
        assertThat(pressure(load().setHeapOccupancy(95))).isEqualTo(10);
        assertThat(pressure(load().setHeapOccupancy(98))).isEqualTo(100);
        assertThat(pressure(load().setMemStoreLoad(1_000))).isEqualTo(100);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void answerOfHBase_isReadForEveryMutation(long seed) throws IOException {
        Random random = new Random(seed);
        Generated generated = new RandomMutations(seed).next(1 + random.nextInt(200));
        ServerBatch request = generated.request();
        MultiResponse.Builder answer = MultiResponse.newBuilder();
        int[] actions = generated.actions().stream().mapToInt(List::size).toArray();
        boolean calm = random.nextInt(4) == 0;
        for (int i = 0; i < actions.length; i++) {
            answer.addRegionActionResult(
                    randomRegion(request.slices().get(i), actions[i], calm ? 0 : random.nextInt(6), random));
        }
        if (random.nextBoolean()) {
            answer.setRegionStatistics(ClientProtos.MultiRegionLoadStats.newBuilder()
                    .addStat(ClientProtos.RegionLoadStats.newBuilder().setMemStoreLoad(3)));
        }

        ServerBatchResult result = parse(answer.build(), request);

        assertThat(result.failure()).isNull();
        assertThat(result.isAcknowledged()).isEqualTo(expected.stream().allMatch(e -> e == null));
        for (int position = 0; position < request.mutationCount(); position++) {
            assertThat(kindOf(result.error(position)))
                    .as("position %s", position)
                    .isEqualTo(expected.get(position));
        }
    }

    private RegionActionResult randomRegion(Slice slice, int actions, int mood, Random random) {
        RegionActionResult.Builder region = RegionActionResult.newBuilder();
        if (mood == 1) {
            for (int i = slice.from(); i < slice.to(); i++) {
                expected.add(GONE);
            }
            return region.setException(exception(GONE, random.nextInt(2))).build();
        }
        List<ResultOrException> results = new ArrayList<>();
        @Nullable String[] outcome = new String[slice.to() - slice.from()];
        for (int i = 0; i < actions; i++) {
            ResultOrException.Builder one = ResultOrException.newBuilder().setIndex(i);
            int which = mood == 0 ? 9 : random.nextInt(10);
            if (which == 0 && !slice.atomic()) {
                outcome[i] = "none";
                continue;
            }
            if (which == 1 || which == 2) {
                String name = which == 1 ? BUSY : STRANGE;
                one.setException(exception(name, random.nextInt(3)));
                outcome[slice.atomic() ? 0 : i] = name;
            } else if (random.nextBoolean()) {
                one.setResult(ClientProtos.Result.newBuilder().setAssociatedCellCount(1));
            }
            results.add(one.build());
        }
        if (slice.atomic()) {
            region.setProcessed(true);
        } else {
            Collections.shuffle(results, random);
        }
        expected.addAll(Arrays.asList(outcome));
        return region.addAllResultOrException(results).build();
    }

    private static @Nullable String kindOf(@Nullable Throwable error) {
        if (error == null) {
            return null;
        }
        if (error instanceof RemoteException remote) {
            return remote.getClassName();
        }
        if (error instanceof RegionTooBusyException) {
            return BUSY;
        }
        if (error instanceof NotServingRegionException) {
            return GONE;
        }
        assertThat(error).isExactlyInstanceOf(IOException.class).hasMessageStartingWith("no result");
        return "none";
    }

    private static NameBytesPair exception(String name, int number) {
        String text = name + ": text " + number + "\n\tat somewhere";
        return NameBytesPair.newBuilder()
                .setName(name)
                .setValue(ByteString.copyFromUtf8(text))
                .build();
    }

    @Test
    void sameText_inSuccession_isOneException() throws IOException {
        ServerBatch request = puts(500);
        RegionActionResult.Builder region = RegionActionResult.newBuilder();
        for (int i = 0; i < 500; i++) {
            region.addResultOrException(
                    ResultOrException.newBuilder().setIndex(i).setException(exception(BUSY, i / 250)));
        }

        ServerBatchResult result =
                parse(MultiResponse.newBuilder().addRegionActionResult(region).build(), request);

        assertThat(result.error(0)).hasMessage("text 0");
        assertThat(result.error(250)).hasMessage("text 1");
        assertThat(result.error(249)).isSameAs(result.error(0));
        assertThat(result.error(499)).isSameAs(result.error(250));
    }

    @Test
    void errorsOfOneAnswer_doNotShowInTheNext() throws IOException {
        ServerBatch request = puts(1);
        parse(answer(ResultOrException.newBuilder().setIndex(0).setException(exception(BUSY, 1))), request);

        ServerBatchResult second =
                parse(answer(ResultOrException.newBuilder().setIndex(0).setException(exception(GONE, 1))), request);

        assertThat(kindOf(second.error(0))).isEqualTo(GONE);
        assertThat(parse(answer(ResultOrException.newBuilder().setIndex(0)), request)
                        .isAcknowledged())
                .isTrue();
    }

    @Test
    void twiceTheSameIndex_doesNotStandForAnother() throws IOException {
        ServerBatch request = puts(2);
        RegionActionResult region = RegionActionResult.newBuilder()
                .addResultOrException(ResultOrException.newBuilder().setIndex(1))
                .addResultOrException(ResultOrException.newBuilder().setIndex(1))
                .build();

        ServerBatchResult result =
                parse(MultiResponse.newBuilder().addRegionActionResult(region).build(), request);

        assertThat(kindOf(result.error(0))).isEqualTo("none");
        assertThat(result.error(1)).isNull();
    }

    @Test
    void indexOutOfRange_isMalformed() {
        ServerBatch request = puts(2);

        for (int index : new int[] {2, Integer.MAX_VALUE, -1}) {
            assertThatThrownBy(() -> parse(answer(ResultOrException.newBuilder().setIndex(index)), request))
                    .isInstanceOf(MalformedMessageException.class)
                    .hasMessageContaining("of a region with 2");
        }
    }

    @Test
    void otherNumberOfRegions_isMalformed() {
        ServerBatch request = puts(1);
        RegionActionResult one = RegionActionResult.newBuilder()
                .addResultOrException(ResultOrException.newBuilder().setIndex(0))
                .build();

        assertThatThrownBy(() -> parse(MultiResponse.getDefaultInstance(), request))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("0 results of regions where 1 were");
        assertThatThrownBy(() -> parse(
                        MultiResponse.newBuilder()
                                .addRegionActionResult(one)
                                .addRegionActionResult(one)
                                .build(),
                        request))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("more than the 1 results");
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void damagedAnswer_isMalformedOrRead_neverAnythingElse(long seed) throws IOException {
        Random random = new Random(seed);
        ServerBatch request = puts(20);
        RegionActionResult.Builder region = RegionActionResult.newBuilder();
        for (int i = 0; i < 20; i++) {
            region.addResultOrException(
                    ResultOrException.newBuilder().setIndex(i).setException(exception(i % 2 == 0 ? BUSY : GONE, i)));
        }
        byte[] frame =
                frame(MultiResponse.newBuilder().addRegionActionResult(region).build());
        for (int round = 0; round < 200; round++) {
            byte[] damaged = frame.clone();
            for (int i = 0; i <= random.nextInt(4); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(damaged.length) : damaged.length;
            try {
                ServerBatchResult result = parse(Unpooled.wrappedBuffer(damaged, 0, length), request);
                assertThat(result.failure()).isNull();
            } catch (MalformedMessageException e) {
                assertThat(e).hasMessageStartingWith("Malformed");
            }
        }
    }

    private static MultiResponse answer(ResultOrException.Builder result) {
        return MultiResponse.newBuilder()
                .addRegionActionResult(RegionActionResult.newBuilder().addResultOrException(result))
                .build();
    }

    private ServerBatchResult parse(MultiResponse answer, ServerBatch request) throws IOException {
        return parse(Unpooled.wrappedBuffer(frame(answer)), request);
    }

    private ServerBatchResult parse(ByteBuf frame, ServerBatch request) throws MalformedMessageException {
        return parser.parse(ResponseFrame.read(frame).messageReader(), request);
    }

    private static byte[] frame(MultiResponse answer) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RPCProtos.ResponseHeader.newBuilder().setCallId(7).build().writeDelimitedTo(out);
        answer.writeDelimitedTo(out);
        return out.toByteArray();
    }

    private static ServerBatch puts(int count) {
        List<Put> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Put(new byte[] {'r', (byte) i}).addColumn(new byte[] {'f'}, null, null));
        }
        return BatchFixture.request(rows);
    }
}
