// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPriceFeed} from "../interfaces/IPriceFeed.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @title BoundedEthUsdFeed
/// @notice An ETH/USD feed for chains that have none. A service sets the price with a key that can do
/// nothing else; the owner replaces that key. Bounds that are fixed at deployment, a largest step and
/// a shortest interval limit what a stolen key can do; the price is read at launches only.
contract BoundedEthUsdFeed is IPriceFeed, Ownable2Step {
    uint8 public constant decimals = 8;
    string public constant description = "ETH / USD";

    /// @notice A price may differ from the last by 20 % at most.
    uint256 public constant MAX_STEP_BPS = 2_000;
    /// @notice Seconds between two prices.
    uint256 public constant MIN_INTERVAL = 5 minutes;

    /// @notice Dollars per ETH, 8 decimals: the lowest and highest that can ever be set.
    int256 public immutable minAnswer;
    int256 public immutable maxAnswer;

    /// @notice Sets the price. The owner can as well.
    address public setter;

    int192 private _answer;
    uint64 private _updatedAt;
    uint80 private _round;

    /// @notice The price was set.
    event AnswerUpdated(int256 indexed answer, uint256 indexed roundId, uint256 updatedAt);

    /// @notice `setter` may set the price from now on.
    event SetterChanged(address indexed setter);

    /// @notice The caller may not set the price.
    error NotSetter(address caller);
    /// @notice The price is outside the fixed bounds, or the bounds contradict each other.
    error OutOfBounds(int256 answer);
    /// @notice The price is more than 20 % away from the last one.
    error StepTooLarge(int256 answer, int256 last);
    /// @notice The last price is less than five minutes old.
    error TooSoon();

    constructor(
        address owner_,
        address setter_,
        int256 answer_,
        int256 minAnswer_,
        int256 maxAnswer_
    ) Ownable(owner_) {
        if (minAnswer_ <= 0 || maxAnswer_ > type(int128).max) {
            revert OutOfBounds(minAnswer_);
        }
        minAnswer = minAnswer_;
        maxAnswer = maxAnswer_;
        _setSetter(setter_);
        _set(answer_);
    }

    /// @notice Replaces the setter; with the zero address only the owner can set the price.
    function setSetter(address setter_) external onlyOwner {
        _setSetter(setter_);
    }

    /// @notice Sets the price. Setter and owner only.
    function setAnswer(int256 answer_) external {
        if (msg.sender != setter && msg.sender != owner()) revert NotSetter(msg.sender);
        int256 last = _answer;
        if (block.timestamp < _updatedAt + MIN_INTERVAL) revert TooSoon();
        int256 step = last * int256(MAX_STEP_BPS) / 10_000;
        if (answer_ > last + step || answer_ < last - step) revert StepTooLarge(answer_, last);
        _set(answer_);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (_round, _answer, _updatedAt, _updatedAt, _round);
    }

    function _setSetter(address setter_) private {
        setter = setter_;
        emit SetterChanged(setter_);
    }

    function _set(int256 answer_) private {
        if (answer_ < minAnswer || answer_ > maxAnswer) revert OutOfBounds(answer_);
        _answer = int192(answer_);
        _updatedAt = uint64(block.timestamp);
        emit AnswerUpdated(answer_, ++_round, block.timestamp);
    }
}
