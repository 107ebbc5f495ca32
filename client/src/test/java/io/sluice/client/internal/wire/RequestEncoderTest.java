package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.when;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.sluice.HConstants;
import io.sluice.Put;
import io.sluice.RequestTooBigException;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.client.internal.wire.RandomMutations.Expected;
import io.sluice.client.internal.wire.RandomMutations.ExpectedCell;
import io.sluice.client.internal.wire.RandomMutations.Generated;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchFixture;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatch.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodec;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestEncoderTest {
    private static final int MAX = 256 << 20;
    private static final long NONCE_GROUP = 0x8000_0000_0000_0001L;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);

    @AfterEach
    void allBuffersAreReleased() {
        assertThat(allocator.metric().usedDirectMemory()).isZero();
        assertThat(allocator.metric().usedHeapMemory()).isZero();
    }

    static LongStream seeds() {
        return LongStream.range(1, 301);
    }

    @Test
    void plainPut_hasTheBytesThatAServerAccepted() throws IOException {
        Put put = new Put(bytes("r1")).addColumn(bytes("f"), bytes("q"), bytes("v"));

        byte[] frame = encode(new RequestEncoder(1, false, MAX), BatchFixture.request(List.of(put)), 0, 10_000);

        String region = hex(bytes("t,,1795242947021.5049f78388ce8b489455d390e5b45f47."));
        assertThat(hex(frame))
                .isEqualTo("00000075"
                        + "12" + "08001a054d756c746920012a02081d38904e"
                        + "44" + "0a420a3608011232" + region + "1a0808001204" + "10024001"
                        + "00000019000000100000000100027231016671" + "7fffffffffffffff" + "0476");
    }

    @Test
    void traceHeaders_reachHBaseAsItsOwn() throws IOException {
        ServerBatch request = BatchFixture.request(List.of(put("a")));
        BatchFixture.carry(request, Map.of("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));

        byte[] frame = encode(new RequestEncoder(1, false, MAX), request, 7, 10_000);

        ByteArrayInputStream in = new ByteArrayInputStream(frame, 4, frame.length - 4);
        RPCProtos.RequestHeader header = RPCProtos.RequestHeader.parseDelimitedFrom(in);
        assertThat(header.getTraceInfo().getHeadersMap())
                .isEqualTo(Map.of("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
        assertThat(header.getCallId()).isEqualTo(7);
        assertThat(header.getMethodName()).isEqualTo("Multi");
        assertThat(MultiRequest.parseDelimitedFrom(in).getRegionActionCount()).isEqualTo(1);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void anyRequest_saysToHBaseWhatItShall(long seed) throws IOException {
        Generated generated = new RandomMutations(seed).next((int) (seed % 60) + 1);
        int callId = (int) (seed * 7919);

        byte[] frame = encode(new RequestEncoder(NONCE_GROUP, true, MAX), generated.request(), callId, 60_000);

        ByteArrayInputStream in = new ByteArrayInputStream(frame, 4, frame.length - 4);
        assertThat(frame.length - 4).isEqualTo(ByteBuffer.wrap(frame).getInt());
        RPCProtos.RequestHeader header = RPCProtos.RequestHeader.parseDelimitedFrom(in);
        MultiRequest message = MultiRequest.parseDelimitedFrom(in);
        assertThat(header.getCellBlockMeta().getLength()).isEqualTo(in.available());
        assertHeader(header, callId, generated.request().requestAttributes());
        Codec.Decoder cells = codec().getDecoder(in);
        boolean nonces = false;
        for (int i = 0; i < generated.actions().size(); i++) {
            RegionAction action = message.getRegionAction(i);
            Slice slice = generated.request().slices().get(i);
            assertThat(action.getRegion().getType()).isEqualTo(RegionSpecifierType.REGION_NAME);
            assertThat(action.getRegion().getValue().toByteArray())
                    .isEqualTo(slice.region().regionName());
            assertThat(action.getAtomic()).isEqualTo(slice.atomic());
            nonces |= assertActions(action.getActionList(), generated.actions().get(i), cells);
        }
        assertThat(message.getRegionActionCount()).isEqualTo(generated.actions().size());
        assertThat(message.hasNonceGroup()).isEqualTo(nonces);
        assertThat(message.getNonceGroup()).isEqualTo(nonces ? NONCE_GROUP : 0);
        assertThat(message.getUnknownFields().asMap()).isEmpty();
        assertThat(cells.advance()).isFalse();
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void withoutNonceGroup_noNonceIsSent(long seed) throws IOException {
        Generated generated = new RandomMutations(seed).next((int) (seed % 60) + 1);

        byte[] frame = encode(new RequestEncoder(0, true, MAX), generated.request(), 1, 60_000);

        ByteArrayInputStream in = new ByteArrayInputStream(frame, 4, frame.length - 4);
        RPCProtos.RequestHeader unused = RPCProtos.RequestHeader.parseDelimitedFrom(in);
        MultiRequest message = MultiRequest.parseDelimitedFrom(in);
        assertThat(message.hasNonceGroup()).isFalse();
        assertThat(message.getRegionActionList())
                .allSatisfy(region -> assertThat(region.getActionList())
                        .noneMatch(action -> action.getMutation().hasNonce()));
    }

    private static void assertHeader(RPCProtos.RequestHeader header, int callId, Map<String, byte[]> attributes) {
        assertThat(header.getCallId()).isEqualTo(callId);
        assertThat(header.getMethodName()).isEqualTo("Multi");
        assertThat(header.getRequestParam()).isTrue();
        assertThat(header.getTimeout()).isEqualTo(60_000);
        assertThat(header.hasPriority()).isFalse();
        assertSame(header.getAttributeList(), attributes);
    }

    private static boolean assertActions(List<Action> actions, List<Expected> expected, Codec.Decoder cells)
            throws IOException {
        assertThat(actions).hasSameSizeAs(expected);
        boolean nonces = false;
        for (int i = 0; i < actions.size(); i++) {
            assertThat(actions.get(i).getIndex()).isEqualTo(i);
            nonces |= expected.get(i).nonce() != 0;
            assertMutation(actions.get(i).getMutation(), expected.get(i), cells);
        }
        return nonces;
    }

    private static void assertMutation(MutationProto mutation, Expected expected, Codec.Decoder cells)
            throws IOException {
        assertThat(mutation.getMutateType().name()).isEqualTo(expected.type());
        assertThat(mutation.getAssociatedCellCount()).isEqualTo(expected.cells().size());
        assertThat(mutation.getDurability().getNumber()).isEqualTo(expected.durability());
        assertThat(mutation.hasDurability()).isEqualTo(expected.durability() != 0);
        assertThat(mutation.getNonce()).isEqualTo(expected.nonce());
        assertThat(mutation.hasRow()).isEqualTo(expected.cells().isEmpty());
        if (expected.cells().isEmpty()) {
            assertThat(mutation.getRow().toByteArray()).isEqualTo(expected.row());
            assertThat(mutation.getTimestamp()).isEqualTo(expected.timestamp());
        }
        assertSame(mutation.getAttributeList(), expected.attributes());
        for (ExpectedCell cell : expected.cells()) {
            assertThat(cells.advance()).isTrue();
            assertCell(cells.current(), cell);
        }
    }

    private static void assertCell(Cell cell, ExpectedCell expected) {
        assertThat(CellUtil.cloneRow(cell)).isEqualTo(expected.row());
        assertThat(CellUtil.cloneFamily(cell)).isEqualTo(expected.family());
        assertThat(CellUtil.cloneQualifier(cell)).isEqualTo(expected.qualifier());
        assertThat(cell.getTimestamp()).isEqualTo(expected.timestamp());
        assertThat(cell.getType().getCode()).isEqualTo(expected.type());
        assertThat(CellUtil.cloneValue(cell)).isEqualTo(expected.value());
    }

    private static void assertSame(List<NameBytesPair> pairs, Map<String, byte[]> expected) {
        Map<String, String> actual = new LinkedHashMap<>();
        pairs.forEach(pair -> actual.put(pair.getName(), hex(pair.getValue().toByteArray())));
        Map<String, String> wanted = new LinkedHashMap<>();
        expected.forEach((name, value) -> wanted.put(name, hex(value)));
        assertThat(actual).isEqualTo(wanted);
        assertThat(pairs).hasSameSizeAs(wanted.keySet());
    }

    @Test
    void damagedCell_withTheCheck_isNotEncoded() {
        ServerBatch request = BatchFixture.request(List.of(put("a"), put("b")));
        BatchFixture.memory(request)[11]++; // the lowest byte of the first value's length

        assertThatThrownBy(() -> encode(new RequestEncoder(1, true, MAX), request, 1, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("entry 0 of table t")
                .hasMessageContaining("damaged cell");
    }

    @Test
    void rowOutsideItsRegion_withTheCheck_isNotEncoded() {
        ServerBatch request =
                BatchFixture.request(List.of(put("x")), BatchFixture.region("t,,1.0.", new byte[0], bytes("m")));

        assertThatThrownBy(() -> encode(new RequestEncoder(1, true, MAX), request, 1, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("outside the region");
    }

    @Test
    void request_overTheLimit_isNotEncoded() {
        ServerBatch request = BatchFixture.request(List.of(put("a")));

        assertThatThrownBy(() -> encode(new RequestEncoder(1, false, 50), request, 1, 1))
                .isInstanceOf(RequestTooBigException.class)
                .hasMessageContaining("where 50 are allowed")
                .hasMessageContaining("hbase.ipc.max.request.size");
    }

    @Test
    void slices_thatMissAPosition_areNotEncoded() {
        Batch batch = BatchFixture.batch(List.of(put("a"), put("b")), 1000, () -> 0);
        List<Slice> slices = List.of(new Slice(BatchFixture.wholeTable(), 0, 1, false, 0));
        ServerBatch request = BatchFixture.request(batch, slices, new int[] {0, 1}, Map.of());

        assertThatThrownBy(() -> encode(new RequestEncoder(1, false, MAX), request, 1, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("slices of 1 positions in a request of 2");
    }

    /** The sums agree, but the cells, which follow the positions, would be stored with other mutations. */
    @Test
    void slicesInAnotherOrderThanTheirPositions_areNotEncoded() {
        Batch batch = BatchFixture.batch(List.of(put("a"), put("b"), put("c")), 1000, () -> 0);
        List<Slice> slices = List.of(slice(0, 1, false), slice(2, 3, false), slice(1, 2, false));
        ServerBatch request = BatchFixture.request(batch, slices, new int[] {0, 1, 2}, Map.of());

        assertThatThrownBy(() -> encode(new RequestEncoder(1, false, MAX), request, 1, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("slice 2..3 at position 1");
    }

    @Test
    void atomicSliceOfTwoEntries_isNotEncoded() {
        Batch batch = BatchFixture.batch(List.of(put("a"), put("b")), 1000, () -> 0);
        ServerBatch request = BatchFixture.request(batch, List.of(slice(0, 2, true)), new int[] {0, 1}, Map.of());

        assertThatThrownBy(() -> encode(new RequestEncoder(1, false, MAX), request, 1, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("atomic slice of 2 entries");
    }

    private static Slice slice(int from, int to, boolean atomic) {
        return new Slice(BatchFixture.wholeTable(), from, to, atomic, 0);
    }

    @Test
    void otherCellsThanAnnounced_areRefusedAndReleased() {
        assertThatThrownBy(() -> frameAnnouncing(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("were announced");
        assertThatThrownBy(() -> frameAnnouncing(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        frameAnnouncing(0).release();
    }

    /** The array is made longer several times. */
    @Test
    void messageFarLongerThanTheFirstArray_isWrittenInFull() throws IOException {
        Put put = put("a").setAttribute("long", new byte[5000]);

        byte[] frame = encode(new RequestEncoder(1, true, MAX), BatchFixture.request(List.of(put, put)), 1, 1);

        ByteArrayInputStream in = new ByteArrayInputStream(frame, 4, frame.length - 4);
        RPCProtos.RequestHeader header = RPCProtos.RequestHeader.parseDelimitedFrom(in);
        List<Action> actions =
                MultiRequest.parseDelimitedFrom(in).getRegionAction(0).getActionList();
        assertThat(actions)
                .hasSize(2)
                .allSatisfy(action -> assertThat(
                                action.getMutation().getAttribute(0).getValue().size())
                        .isEqualTo(5000));
        assertThat(header.getCellBlockMeta().getLength()).isEqualTo(in.available());
    }

    @Test
    void shortRequest_hasNothingOfALongerOneBeforeIt() throws RequestTooBigException {
        RequestEncoder encoder = new RequestEncoder(1, false, MAX);
        ServerBatch shorter = BatchFixture.request(List.of(put("a")));
        byte[] alone = encode(encoder, shorter, 1, 1);

        encode(encoder, BatchFixture.request(Collections.nCopies(100, put("longer"))), 1, 1);

        assertThat(encode(encoder, shorter, 1, 1)).isEqualTo(alone);
    }

    @Test
    void arrayGivenBack_isTakenByOne() {
        RequestEncoder encoder = new RequestEncoder(1, false, MAX);
        byte[] array = encoder.takeArray();
        encoder.giveBack(array);

        assertThat(encoder.takeArray()).isSameAs(array);
        assertThat(encoder.takeArray()).isNotSameAs(array).hasSameSizeAs(array);
    }

    /** The one that is kept is the one that was long enough, and a thread that finds it taken gets one of that length. */
    @Test
    void arrayThatHasGrown_isKept() throws RequestTooBigException {
        RequestEncoder encoder = new RequestEncoder(1, false, MAX);
        Put put = put("a").setAttribute("long", new byte[5000]);
        encode(encoder, BatchFixture.request(List.of(put)), 1, 1);

        byte[] kept = encoder.takeArray();
        assertThat(kept).hasSizeGreaterThan(5000);
        assertThat(encoder.takeArray()).isNotSameAs(kept).hasSameSizeAs(kept);
    }

    @Test
    void veryLongArray_isNotKept() throws RequestTooBigException {
        RequestEncoder encoder = new RequestEncoder(1, false, MAX);
        Put put = put("a").setAttribute("long", new byte[256 * 1024]);
        encode(encoder, BatchFixture.request(List.of(put)), 1, 1);

        assertThat(encoder.takeArray()).hasSize(256 * 1024);
    }

    /** Also an array whose request is too large is kept. */
    @Test
    void arrayOfARefusedRequest_isKept() {
        RequestEncoder encoder = new RequestEncoder(1, false, 6000);
        Put put = put("a").setAttribute("long", new byte[6000]);
        assertThatThrownBy(() -> encode(encoder, BatchFixture.request(List.of(put)), 1, 1))
                .isInstanceOf(RequestTooBigException.class);

        assertThat(encoder.takeArray()).hasSizeGreaterThan(6000);
    }

    /** Before that, another thread would write its request over it. */
    @Test
    void array_isGivenBackWhenItHasBeenCopied() throws RequestTooBigException {
        RequestEncoder encoder = new RequestEncoder(1, false, MAX);
        byte[] array = new byte[4096];
        encoder.giveBack(array);
        List<byte[]> taken = new ArrayList<>();
        ByteBufAllocator watched = mock(ByteBufAllocator.class);
        when(watched.directBuffer(anyInt(), anyInt())).thenAnswer(call -> {
            ByteBuf frame = spy(allocator.directBuffer(call.getArgument(0), call.getArgument(1)));
            doAnswer(copying -> {
                        taken.add(encoder.takeArray());
                        return copying.callRealMethod();
                    })
                    .when(frame)
                    .writeBytes(any(byte[].class), anyInt(), anyInt());
            return frame;
        });

        encoder.encode(BatchFixture.request(List.of(put("a"))), 1, 1, watched).release();

        assertThat(taken).as("while the message is copied, and the cell").hasSize(2);
        assertThat(taken.get(0)).isNotSameAs(array);
        assertThat(taken.get(1)).isSameAs(array);
    }

    @Test
    void priority_isTheHighestOfTheMutations_alsoOfTheirParts() throws IOException {
        Put low = put("a").setPriority(0);
        Put high = put("b").setPriority(HConstants.PRIORITY_UNSET).setPriority(130);
        RowMutations parts = RowMutations.of(List.of(put("c").setPriority(7), put("c").setPriority(210)));

        assertThat(priority(List.of(put("d"), low))).isZero();
        assertThat(priority(List.of(low, high, put("d")))).isEqualTo(130);
        assertThat(priority(List.of(high.setPriority(HConstants.PRIORITY_UNSET))))
                .isNull();
        Batch atomic = BatchFixture.batch(List.of(parts), 64 << 10, () -> 0);
        Slice slice = new Slice(BatchFixture.wholeTable(), 0, 1, true, 0);
        assertThat(priority(BatchFixture.request(atomic, List.of(slice), new int[] {0}, Map.of())))
                .isEqualTo(210);
    }

    private @Nullable Integer priority(List<? extends Row> rows) throws IOException {
        return priority(BatchFixture.request(rows));
    }

    private @Nullable Integer priority(ServerBatch request) throws IOException {
        byte[] frame = encode(new RequestEncoder(1, true, MAX), request, 1, 1);
        RPCProtos.RequestHeader header =
                RPCProtos.RequestHeader.parseDelimitedFrom(new ByteArrayInputStream(frame, 4, frame.length - 4));
        return header.hasPriority() ? header.getPriority() : null;
    }

    /** Builds the frame of a request with room for so many more bytes of cells than there are. */
    private ByteBuf frameAnnouncing(int moreCells) {
        MultiMessage message = new MultiMessage(BatchFixture.request(List.of(put("a"))), 0);
        ReverseProtoWriter front = new ReverseProtoWriter(new byte[0]);
        message.writeMessage(front);
        int cellBytes = (int) message.cellBytes() + moreCells;
        return new RequestEncoder(0, false, MAX).frame(front, message, cellBytes, allocator);
    }

    private byte[] encode(RequestEncoder encoder, ServerBatch request, int callId, int timeoutMillis)
            throws RequestTooBigException {
        ByteBuf frame = encoder.encode(request, callId, timeoutMillis, allocator);
        byte[] copy = ByteBufUtil.getBytes(frame);
        frame.release();
        return copy;
    }

    private static Put put(String row) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), bytes("value"));
    }

    private static KeyValueCodec codec() {
        return new KeyValueCodec();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String hex(byte[] bytes) {
        return ByteBufUtil.hexDump(bytes);
    }
}
