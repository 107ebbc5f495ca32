package io.sluice.bench.nullserver;

import io.sluice.bench.proto.ByteArrayBuilder;
import io.sluice.bench.proto.ProtoCursor;

/**
 * The answer to a {@code Multi}: each action's index with an empty result, like a region server's answer to puts. Reads
 * only the indexes of the request, copies nothing of it, and ignores its cells. For use by one thread.
 */
final class MultiAnswer {
    /** {@code MultiRequest.regionAction}. */
    private static final int REGION_ACTION = 0x0A;

    /** {@code RegionAction.action}. */
    private static final int ACTION = 0x1A;

    /** {@code Action.index}; as a field of {@code ResultOrException} it has the same tag. */
    private static final int INDEX = 0x08;

    /** {@code MultiResponse.regionActionResult} and {@code RegionActionResult.resultOrException}. */
    private static final int FIRST_FIELD = 0x0A;

    private static final int RESULT = 0x12;
    private static final int REGION_STATISTICS = 0x1A;

    /** Bytes of a {@code ResultOrException}: both tags and the length of an empty result. */
    private static final int FIXED_BYTES = 3;

    private final ByteArrayBuilder region = new ByteArrayBuilder();

    /**
     * Adds the {@code MultiResponse} to {@code body}.
     *
     * @param request positioned at the first byte of the {@code MultiRequest}
     * @param end of the {@code MultiRequest}
     */
    void answer(ProtoCursor request, int end, ByteArrayBuilder body) {
        while (request.position() < end) {
            int tag = request.varint();
            if (tag == REGION_ACTION) {
                int length = request.varint();
                region.clear();
                answerRegion(request, request.position() + length);
                body.put(FIRST_FIELD);
                body.putVarint(region.length());
                body.put(region);
            } else {
                request.skip(tag);
            }
        }
        body.put(REGION_STATISTICS);
        body.put(0);
    }

    private void answerRegion(ProtoCursor request, int end) {
        while (request.position() < end) {
            int tag = request.varint();
            if (tag == ACTION) {
                int length = request.varint();
                int actionEnd = request.position() + length;
                int index = index(request, actionEnd);
                request.moveTo(actionEnd);
                region.put(FIRST_FIELD);
                region.put(FIXED_BYTES + ByteArrayBuilder.varintBytes(index));
                region.put(INDEX);
                region.putVarint(index);
                region.put(RESULT);
                region.put(0);
            } else {
                request.skip(tag);
            }
        }
    }

    /** Returns the index of an action, which all clients write as its first field. */
    private static int index(ProtoCursor action, int end) {
        while (action.position() < end) {
            int tag = action.varint();
            if (tag == INDEX) {
                return action.varint();
            }
            action.skip(tag);
        }
        throw new IllegalArgumentException("action without index");
    }
}
