package io.sluice.bench.nullserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.bench.proto.ByteArrayBuilder;
import io.sluice.bench.proto.ProtoCursor;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class MultiAnswerTest {
    private static RegionAction region(int... indexes) {
        RegionAction.Builder region = RegionAction.newBuilder()
                .setRegion(RegionSpecifier.newBuilder()
                        .setType(RegionSpecifier.RegionSpecifierType.REGION_NAME)
                        .setValue(ByteString.copyFromUtf8("bench,,1.md5.")))
                .setAtomic(false);
        for (int index : indexes) {
            region.addAction(Action.newBuilder()
                    .setIndex(index)
                    .setMutation(MutationProto.newBuilder()
                            .setRow(ByteString.copyFromUtf8("row"))
                            .setMutateType(MutationProto.MutationType.PUT)
                            .setAssociatedCellCount(1)
                            .setNonce(Long.MIN_VALUE)));
        }
        return region.build();
    }

    private static MultiResponse answer(MultiRequest request) throws Exception {
        ByteBuffer bytes = ByteBuffer.wrap(request.toByteArray());
        ProtoCursor cursor = new ProtoCursor();
        cursor.reset(bytes, 0);
        ByteArrayBuilder body = new ByteArrayBuilder();
        new MultiAnswer().answer(cursor, bytes.limit(), body);
        ByteBuffer copy = ByteBuffer.allocate(body.length());
        body.copyTo(copy);
        return MultiResponse.parseFrom(copy.array());
    }

    @Test
    void answer_twoRegions_hasEachIndexOnceWithAResult() throws Exception {
        MultiResponse response = answer(MultiRequest.newBuilder()
                .setNonceGroup(-1)
                .addRegionAction(region(0, 127, 128))
                .addRegionAction(region())
                .addRegionAction(region(1 << 14, Integer.MAX_VALUE))
                .build());
        assertThat(response.getRegionActionResultList())
                .extracting(result -> result.getResultOrExceptionList().stream()
                        .map(ResultOrException::getIndex)
                        .toList())
                .containsExactly(List.of(0, 127, 128), List.of(), List.of(1 << 14, Integer.MAX_VALUE));
        assertThat(response.getRegionActionResultList())
                .flatExtracting(RegionActionResult::getResultOrExceptionList)
                .allMatch(ResultOrException::hasResult);
        assertThat(response.hasRegionStatistics()).isTrue();
    }

    @Test
    void answer_actionWithoutIndex_isRefused() {
        MultiRequest request = MultiRequest.newBuilder()
                .addRegionAction(region().toBuilder().addAction(Action.getDefaultInstance()))
                .build();
        assertThatIllegalArgumentException().isThrownBy(() -> answer(request)).withMessageContaining("without index");
    }
}
