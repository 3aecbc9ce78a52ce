import type { ConceptWords } from './names'

export const vi: ConceptWords = {
  change:
    'đổi|thay|sửa|chỉnh|cập nhật|chuyển sang|trỏ|chuyển hướng|dời|khác|mới|đổi qua|qua trang|thay vì|update|edit|cho ra|nâng cấp nội dung|gắn lại|chuyển qua|trỏ qua|trỏ về|chỉnh qua|qua chỗ mới|dẫn tới|sang|chuyển nhà|dọn|thay vô|dẫn qua|cho về trang',
  link: 'link|liên kết|đường dẫn|đường link|url|địa chỉ|web|website|trang|trang web|đích|fanpage|facebook|zalo|đích đến|tiktok|shopee|trang khuyến mãi|trang đích|form|trang đặt bàn|chỗ mới|nhà hàng|trang mới',
  printed:
    'in rồi|đã in|in xong|dán|dán rồi|đã dán|tờ rơi|áp phích|standee|thực đơn giấy|in lại|trên bàn|ngoài cửa|in sẵn|mới in|lỡ in|treo|băng rôn|bao bì|in|name card|in ra|thiệp|phát hết|hộp|xe|ở quầy|ở cửa|thiệp cưới|thẻ|ly|áo|biển hiệu|bảng hiệu|poster|ngoài chợ|dán ở',
  mistake: 'nhầm|sai|lộn|lỡ|bậy|gõ sai|hồi nãy|trật|nhập sai',
  goBack:
    'lấy lại|khôi phục|hoàn tác|quay lại|như cũ|cái cũ|về cũ|phục hồi|trước đó|lúc trước|lịch sử|trả lại|ban đầu|bản cũ|cho về|hôm trước|hồi sáng|hôm qua lúc|bữa trước|lấy cái cũ',
  pause:
    'tạm dừng|tạm tắt|tạm ngưng|tạm ngừng|tạm khoá|ngưng|ngừng|tắt|nghỉ|nghỉ lễ|nghỉ tết|bật lại|mở lại|kích hoạt lại|đóng cửa|đang dừng|không cho quét|không vào được mã|khoá mã|tạm thời|bật mã|sửa quán|ẩn mã|mở mã|hoãn|đóng băng|khoá lại|dừng lại|cho chạy lại|hết đợt|ngưng nhận|cho mã nghỉ|tạm đóng|mở cho chạy',
  cannot:
    'không được|không cho|không thể|chẳng|chả|không thấy|không có|bị lỗi|lỗi|sao không|vì sao không|tại sao không|không sửa|mất nút|không lên|hoài không|mãi không|thất bại|bị từ chối|ko được|k được|không đc|ko cho|không bấm|ko thấy|không đổi',
  keepScans: 'có mất|bị mất lượt|mất lượt|ảnh hưởng|còn số|giữ số|số liệu cũ|lượt quét cũ|số cũ|lượt cũ',
  format:
    'png|svg|eps|vector|định dạng|file gì|loại file|đuôi|nhà in|bên in|xưởng in|thợ in|in bạt|thiết kế in|tiệm in|in decal|in nét|corel|illustrator|ai file|file ai|powerpoint|word|canva|photoshop|quảng cáo|bên quảng cáo|thuyết trình|in ấn',
  download:
    'tải|tải về|tải xuống|lưu|lưu hình|lưu ảnh|lấy ảnh|lấy hình|xuất ảnh|về máy|về điện thoại|download|lấy file|ảnh mã|hình mã|tấm ảnh mã|bỏ vô máy|hình qr|ảnh qr|lấy ảnh mới|bỏ vào máy',
  blurry:
    'mờ|nhoè|vỡ|bể nét|bể hình|không nét|vỡ hình|rỗ|phóng to|phóng lên|răng cưa|nhòe|không rõ|không sắc nét|lem|lợn cợn|xấu khi phóng|khổ lớn|nhìn không rõ',
  asksBefore: 'hỏi lại|có chắc|xác nhận khi tải|cứ hỏi|hỏi tôi|cảnh báo khi tải|sao lại hỏi|bắt xác nhận',
  again:
    'phải tải lại|tải lại|in lại|dán lại|làm lại mã|cần tải lại|phải in lại|lấy ảnh mới|còn xài hay|có phải lấy|phải lấy ảnh|phải tải mới',
  dynamicOrStatic:
    'động|tĩnh|loại nào|vĩnh viễn|hết hạn|khác gì|khác nhau|sửa được loại|loại mã|không bao giờ|phân biệt|mãi mãi',
  create:
    'tạo|làm mã|làm qr|làm cái|làm một|tạo mã|tạo qr|mã cho|qr cho|lập mã|ra mã|mã mới|tạo giúp|làm giùm|làm giúp|mã mở|quét ra|quét là|quét cái là|quét vô|làm',
  contentType:
    'wifi|wi-fi|danh thiếp|vcard|bản đồ|google map|maps|số điện thoại|sms|gọi điện|đánh giá|review|facebook|zalo|youtube|instagram|form|vị trí|gg map|google form|tin nhắn|lưu số|follow|tiktok|lưu danh bạ|gọi cho|số điện thoại mình|kết bạn|theo dõi kênh',
  ownId:
    'tự đặt|đặt tên link|link ngắn|đuôi link|cuối link|phần cuối|tên riêng cho link|mã định danh|tuỳ chỉnh link|đặt tên cho link|ở cuối|theo ý|rút gọn|ký tự lộn xộn|tên shop|chữ lộn xộn|tên quán trong link|link có tên',
  account:
    'tài khoản|đăng ký|đăng nhập|không đăng ký|khỏi đăng nhập|khỏi đăng ký|không cần đăng|dùng thử|xài thử|không cần tài khoản|chưa có tài khoản|đăng kí|lập tài khoản|coi thử|chưa muốn lập|không tài khoản|vãng lai',
  beforePrinting:
    'trước khi in|trước lúc in|chuẩn bị in|sắp in|kiểm tra gì|in số lượng|lưu ý gì|cần xem gì|in hàng loạt cần|gửi xưởng in|gửi in|nên kiểm|dặn|kiểm gì|in 5000|đặt in|số lượng lớn',
  design:
    'kiểu dáng|đổi kiểu|kiểu mã|thiết kế|đẹp|hình dạng|bo tròn|tròn|chấm|mẫu|trang trí|giao diện|tuỳ chỉnh|ô vuông|chỉnh mã|khung mắt|xấu|template',
  logo: 'logo|hình vào giữa|ảnh vào giữa|vô giữa|ở giữa|vào giữa|hình quán|ảnh đại diện|biểu tượng|chính giữa|hình con|biểu tượng công ty|linh vật|hình thương hiệu|dấu công ty',
  colour: 'màu|đen|trắng|vàng|đỏ|xanh|hồng|đậm|nhạt|nền|chuyển màu|tối|sáng màu|đổi màu|gradient|cam|tím',
  frame:
    'khung|chữ dưới|dòng chữ|quét tôi|ghi chữ|viết chữ|chữ quanh|lời mời|thêm chữ|chữ bên dưới|có chữ|dưới mã|câu mời|nằm bên dưới|có dòng|dòng chữ bên|chữ mời|câu chữ|thêm câu',
  hardToScan: 'khó quét|độ dễ quét|báo khó|kêu khó|khó đọc|cảnh báo quét|chất lượng quét|điểm quét',
  reset:
    'mặc định|làm lại từ đầu|xoá hết|từ đầu|về không|về 0|xoá trắng|đặt lại|reset|bắt đầu lại|xoá kiểu|bỏ hết|đếm lại|chạy lại từ 0|từ 0|đếm mới|tính lại từ đầu|về đen trắng|ban đầu',
  size: 'to|lớn|bự|nhỏ|bé|cỡ|kích thước|cm|mét|khoảng cách|cách xa|tối thiểu|bao lớn|bao to|xa|rộng|mi li|milimet|bé xíu|kích cỡ|treo|trần|cao|trên cao|nhìn xa|bao nhiêu cm|bề ngang',
  material:
    'giấy|bóng|kính|ly|cốc|áo|vải|gỗ|nhựa|kim loại|cong|trong suốt|decal trong|mặt bóng|chất liệu|inox|mica|gương|cán màng|khắc|chai|in lên|thuỷ tinh|cán bóng|sứ',
  border:
    'viền|lề|khoảng trắng|phần trắng|mép|cắt|cắt sát|khoảng trống|rìa|viền trắng|chừa trắng|xén|xén sát|sát mép|chữ sát|dính vào mã',
  doesNotScan:
    'không quét được|quét không được|không nhận|không đọc được|không ra|không lên gì|chả thấy gì|quét hoài|quét mãi|camera|đưa máy|đưa vô|không hiện gì|không bắt|máy không|chẳng hiện|không ăn|quét không|không quét|không thấy gì|ko quét được|không mở ra|không ra gì|samsung|iphone|android|máy của khách|không ăn gì|đơ',
  pdf: 'pdf|tài liệu|file|tệp|catalogue|brochure|bảng giá|tờ giới thiệu|hồ sơ năng lực|file menu|cuốn|sổ tay|hướng dẫn sử dụng|tài liệu tập huấn|giáo trình|quyển',
  replaceFile:
    'thay file|thay tệp|file mới|tệp mới|bản mới|up file mới|cập nhật file|đổi file|thay pdf|pdf mới|thay cái file|thay bảng giá|đổi pdf|bản sửa|thay vào mã cũ|bản cập nhật|bản chỉnh|file sửa',
  oldFile:
    'file cũ|tệp cũ|pdf cũ|bản cũ|bản trước|file trước|file hôm trước|pdf trước|bản hồi sáng|lỡ thay file|thay nhầm file|file hôm qua',
  privacy:
    'riêng tư|công khai|ai xem|bảo mật|mật|ai cũng xem|người ngoài|đặt mật khẩu|ai coi|ai thấy|lộ|nội bộ|ai ngoài|người khác xem|ai ngoài coi|lộ ra ngoài|chỉ nhân viên',
  upload:
    'tải lên|up|upload|đưa lên|quá lớn|quá nặng|10 mb|nặng|dung lượng|tải file lên|đăng lên|mb|14mb|đưa file lên|nặng quá|file lớn|báo lỗi khi đưa',
  scans:
    'lượt quét|quét|lượt|thống kê|số liệu|báo cáo|bao nhiêu người|khách quét|số lần|biểu đồ|truy cập|số quét|số lượt|con số',
  where: 'ở đâu|chỗ nào|coi|xem|vào đâu|kiểm tra|nằm đâu|vào chỗ',
  unique:
    'duy nhất|một người|nhiều lần|khách thật|trùng|quét lại|cùng một máy|khách duy nhất|tổng|hai con số|con số lượt quét với khách|với khách khác nhau|khách và lượt',
  notCounted:
    'không tăng|không đếm|không tính|đứng im|đứng yên|không nhảy|vẫn 0|bằng 0|không lên số|thiếu|sao ít|không cập nhật|không ghi nhận|ko tăng|không thấy tăng|số 0|quét thử',
  googleAnalytics: 'google analytics|analytics|ga4|tracking|mã theo dõi|pixel|utm|tag manager',
  weekly:
    'hằng tuần|hàng tuần|mỗi tuần|báo cáo tuần|thứ hai|định kỳ|tự gửi|tự động gửi|tuần một lần|thứ 2|đầu tuần|mỗi đầu tuần|hằng tháng',
  email: 'email|mail|thư|hộp thư|gmail',
  unsubscribe:
    'ngừng gửi|đừng gửi|huỷ nhận|tắt mail|tắt cái mail|tắt email|khỏi gửi|ngưng nhận|không nhận nữa|tắt báo cáo',
  many: 'hàng loạt|nhiều mã|cả trăm|trăm mã|hàng trăm|nhiều cái|cùng lúc|một lúc|một lần|tất cả mã|tất cả|toàn bộ mã|từng bàn|mỗi bàn|từng phòng|mỗi phòng|nhiều bàn|bàn|phòng|cái mã khác nhau|đồng loạt|loạt|100|50|45|30|200|500|từng cái|cả loạt|dãy|đánh số|các mã|hết các mã|90|60|80|con tem|mấy chục mã|đều đổi|đều|hết hình',
  spreadsheet: 'excel|bảng tính|csv|xlsx|google sheet|danh sách|dán bảng|sheet|cột|file khách|list khách',
  labels:
    'tem|decal|nhãn|tomy|thẻ bàn|để bàn|bảng để bàn|chữ a|in tem|nhiều mã một tờ|a4|zip|in nhãn|thẻ tên|in hết|in ra giấy|tờ tem|giấy dán|thẻ để bàn|con tem|tờ decal|24 con|mỗi tờ|tờ a4|tem nhỏ|cắt tem',
  moveIn:
    'bitly|bit.ly|qr tiger|dịch vụ khác|bên khác|chỗ khác|nơi khác|nhà cung cấp|dịch vụ cũ|bên cũ|chuyển về đây|qua đây|chuyển qua đây|chuyển sang đây|nhập mã|import|qrco.de|bên kia|chỗ cũ|đổi dịch vụ|nhập|me-qr|về đây|dọn về|đem qua|mang qua|đem về',
  columns: 'cột|tiêu đề|không nhận ra cột|đọc cột|dòng tiêu đề',
  leave:
    'rời đi|rời|chuyển đi|mang mã|lấy hết mã|không xài nữa|đi chỗ khác|không dùng nữa|thoát|dời đi|nghỉ dùng|xuất hết|đem mã|máy chủ riêng|mang đi|bị khoá dữ liệu|lấy ra được|mang mã theo|mang theo|đổi nhà cung cấp thì|lỡ sau này|sau này đổi|đem theo',
  dns: 'dns|bản ghi|txt|a record|cname|ttl|cloudflare|trỏ tên miền|record|nhà cung cấp tên miền|mắt bão|pavietnam',
  domain:
    'tên miền|domain|tên web công ty|địa chỉ công ty|tên miền riêng|link công ty|subdomain|thương hiệu trong link|tên công ty trong link|domain riêng|tên miền con',
  notVerified:
    'xác minh|chưa xác minh|chưa nhận|chưa xanh|chưa được|đang chờ|không xác minh|vẫn báo|chưa thông|vẫn chưa|sai bản ghi|bảo sai|báo sai|không nhận bản ghi|bản ghi sai',
  certificate:
    'ssl|chứng chỉ|https|không bảo mật|bảo mật kết nối|ổ khoá|không an toàn|không riêng tư|kết nối không|kết nối không riêng tư|không an toàn kết nối|cảnh báo trình duyệt',
  oldLink:
    'link cũ|liên kết cũ|mã cũ in|đường dẫn cũ|path|liên kết khác|thêm link|thêm liên kết|hai link|hai đường|cùng trang|tem cũ|link thứ hai|đường dẫn trên|tem in hồi trước|cho link đó|link đó mở|mở mã này luôn|in hồi trước',
  domainGivenUp:
    'bỏ tên miền|hết hạn tên miền|tên miền hết hạn|không gia hạn tên miền|ngừng dùng tên miền|mất tên miền|bán tên miền|không dùng tên miền|đổi tên miền|thôi tên miền',
  password: 'mật khẩu|pass|password|mk|đăng nhập|vô tài khoản|vào tài khoản|mật mã|login',
  forgot:
    'quên|không nhớ|mất mật khẩu|đặt lại mật khẩu|không đăng nhập được|không vào được|không vô được|lấy lại tài khoản|mất tài khoản|bị khoá tài khoản',
  passkey:
    'vân tay|khuôn mặt|passkey|khoá truy cập|hai lớp|2 lớp|xác thực|xác minh 2|authenticator|app mã|mã 6 số|otp|bảo mật hai|faceid|sinh trắc|hai bước|2 bước|mã xác thực|bước hai',
  lostPhone:
    'mất điện thoại|mất máy|đổi điện thoại|điện thoại mới|hư điện thoại|mã dự phòng|điện thoại hư|rớt điện thoại|mất dt|điện thoại bị mất|mất cái điện thoại|đổi máy|máy mới|không có mã xác thực|đổi sim|mất app',
  devices:
    'mọi nơi|mọi thiết bị|thiết bị khác|đăng xuất|máy khác|người khác dùng|bị hack|phiên|nhân viên cũ|ai đó|máy lạ|máy cũ|tất cả thiết bị|nhân viên nghỉ|máy tính chung',
  remove:
    'xoá|xóa|bị xoá|mất mã|biến mất|xoá mất|del|bay màu|làm mất mã|bỏ lộn|thùng rác|thực tập xoá|mất tiêu',
  ownData:
    'dữ liệu của tôi|dữ liệu của mình|toàn bộ dữ liệu|xoá tài khoản|đóng tài khoản|huỷ tài khoản|tải dữ liệu|xuất dữ liệu|thông tin cá nhân|dữ liệu cá nhân|nghỉ chơi|xóa tài khoản|mọi dữ liệu',
  safe: 'an toàn|đáng ngờ|lừa đảo|giả|virus|xem trước|có độc|tin được|mã lạ|kiểm tra mã|có sao không',
  reported: 'bị báo cáo|báo cáo|bị gỡ|gỡ xuống|bị khoá|bị chặn|bị gắn|cảnh báo lừa đảo|tố cáo|bị tố|report',
  addressWarning:
    'cảnh báo địa chỉ|cảnh báo về địa chỉ|địa chỉ lạ|tên miền giống|cảnh báo link|địa chỉ đáng ngờ',
  pay: 'trả|thanh toán|đóng tiền|nạp|ví|tiền|mua|trả tiền|nạp tiền|số dư|giá|phí',
  bankTransfer:
    'chuyển khoản|ck|ngân hàng|nội dung chuyển|số tài khoản|stk|vietqr|bank|mã qr ngân hàng|chuyển tiền|nội dung gì',
  card: 'thẻ|visa|momo|vnpay|paypal|ví điện tử|zalopay|thẻ tín dụng|thẻ ngân hàng|tiền mặt|mastercard|napas|apple pay',
  notArrived:
    'chưa lên|chưa vào|chưa tới|chưa đến|chưa nhận|chưa thấy|trừ tiền|bị trừ|vẫn free|chưa kích hoạt|chưa cập nhật|chưa có gói|đã chuyển|đã trả|chưa cộng|vẫn miễn phí|chưa nâng|rồi mà chưa|rồi sao|kêu chờ|vẫn chờ|báo chờ|chờ hoài|vẫn kêu|chờ duyệt|trả rồi mà|chuyển rồi mà',
  overpaid: 'dư|thừa|hai lần|2 lần|trả lố|chuyển lố|trễ|thiếu tiền|nhầm số tiền|hoàn tiền|lố',
  plan: 'gói|gói cước|đăng ký gói|hạn mức|giới hạn|free|miễn phí|pro|thuê bao|gói dịch vụ|bản trả phí',
  upgrade: 'nâng cấp|lên gói|gói cao|thêm mã|tăng giới hạn|mua thêm|gói lớn|nâng gói|mở rộng',
  downgrade: 'hạ gói|hạ cấp|xuống gói|gói rẻ|gói thấp|giảm gói|gói nhỏ',
  unpaid:
    'quên đóng|không đóng|chưa đóng|trả trễ|không trả|hết hạn|không gia hạn|ngừng trả|hết tiền|trễ tiền|hết gói|huỷ gói|quá hạn|không đóng tiền|dừng trả|ngưng trả|không đóng nữa|kẹt tiền|chưa gia hạn|chưa có tiền|còn sống|gia hạn kịp|hụt tiền|chậm đóng',
  used: 'còn mấy|còn được|còn bao nhiêu|đã dùng|dùng hết|mức sử dụng|còn lại|tạo thêm được|xài hết|còn tạo',
  tokens: 'token|giới hạn chat|lượt hỏi',
  invoice: 'hoá đơn|hóa đơn|biên lai|biên nhận|bill|hoá đơn đỏ|chứng từ',
  taxCode: 'mã số thuế|mst|tên công ty|thuế|vat|gtgt|kế toán|quyết toán|hoá đơn đỏ|thông tin công ty|công ty',
  invoiceLanguage: 'tiếng anh|tiếng gì|ngôn ngữ|song ngữ',
  when: 'khi nào|bao giờ|lúc nào|ngày nào',
  planDate: 'khi nào hết hạn|gia hạn|ngày hết|hạn dùng|hết ngày nào|tới ngày nào|kỳ tới|lần tới đóng',
  best: 'nhiều nhất|nhất|top|hot|đông|xếp hạng|hiệu quả|chạy nhất|cao nhất',
  period:
    'hôm nay|hôm qua|tuần này|tuần trước|tháng này|tháng trước|tuần rồi|tháng rồi|bữa nay|sáng nay|tối qua|bữa qua',
  howMany: 'bao nhiêu|mấy|số lượng|tổng cộng|được mấy',
  colleagues:
    'đồng nghiệp|nhân viên|nhóm|team|mời|lời mời|thành viên|vai trò|phân quyền|quyền cho|không gian làm việc|không gian|người xem|người sửa|làm chung|dùng chung|nhiều người|người khác vào|cho kế toán|thêm người',
  programs:
    'api|webhook*|n8n|zapier|mcp|claude|chatgpt|cursor|endpoint*|erp|khoá api|tích hợp|lập trình|phần mềm|máy bán hàng|máy chủ|chương trình|khoá ký|script',
}
