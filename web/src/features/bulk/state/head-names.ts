import type { FieldNameOf } from '@scanleaf/qr'
import { foldText } from '@scanleaf/shared'
import {
  contentNameOf,
  isRequired,
  type ManyContentType,
  type ManyType,
  type RowField,
  rowFieldsOf,
} from './row-fields'

/** What a column of a table can be: a field that every code has, or one of a content type. */
type ColumnField = 'name' | 'dynamicId' | 'tags' | Exclude<FieldNameOf<ManyContentType>, 'fullName'>

/**
 * Heads under which people keep a field, in the 20 languages of the product; folded, so without accents and case. They
 * are never shown. A head counts when it is one of them or begins with one of more than two letters.
 */
const HEADS: Readonly<Record<ColumnField, string>> = {
  name: 'tên, tên mã, tên bàn, nhãn, name, title, label, 名称, 名字, 名稱, 标题, 標題, nom, libellé, bezeichnung, titel, 名前, 名称, ラベル, 이름, 명칭, название, имя, nombre, título, etiqueta, nome, titolo, الاسم, اسم, नाम, nama, judul, ชื่อ, ឈ្មោះ, ຊື່, အမည်',
  content:
    'liên kết, đường dẫn, địa chỉ web, link, url, website, web, address, target, 链接, 網址, 网址, 連結, lien, adresse web, adresse, ziel, リンク, アドレス, 링크, 주소, ссылка, адрес, enlace, dirección, ligação, endereço, collegamento, indirizzo, الرابط, رابط, लिंक, पता, tautan, alamat, pautan, ลิงก์, ที่อยู่, តំណ, ລິ້ງ, လင့်ခ်',
  dynamicId:
    'mã định danh, mã, id, code, slug, 编号, 編號, 代码, identifiant, kennung, 識別, 코드, код, código, codice, المعرف, आईडी, kode, kod, รหัส, លេខសម្គាល់, ລະຫັດ, ကုဒ်',
  tags: 'thẻ, nhóm, khu, tags, tag, group, area, 标签, 標籤, 分组, étiquettes, groupe, schlagwörter, gruppe, タグ, グループ, 태그, 그룹, метки, теги, группа, etiquetas, grupo, tag, gruppo, الوسوم, مجموعة, टैग, समूह, grup, kumpulan, แท็ก, กลุ่ม, ស្លាក, ປ້າຍ, တဂ်',
  ssid: 'ssid, tên wi-fi, tên mạng, wi-fi, wifi, network, 网络, 網路, réseau, netzwerk, ネットワーク, 네트워크, сеть, red, rede, rete, الشبكة, नेटवर्क, jaringan, rangkaian, เครือข่าย, បណ្ដាញ, ເຄືອຂ່າຍ, ကွန်ရက်',
  passWifi:
    'mật khẩu, password, pass, 密码, 密碼, mot de passe, passwort, kennwort, パスワード, 비밀번호, пароль, contraseña, senha, كلمة المرور, पासवर्ड, kata sandi, kata laluan, รหัสผ่าน, ពាក្យសម្ងាត់, ລະຫັດຜ່ານ, စကားဝှက်',
  encrypWifi:
    'mã hoá, bảo mật, encryption, security, 加密, chiffrement, verschlüsselung, 暗号化, 암호화, шифрование, cifrado, criptografia, crittografia, التشفير, enkripsi, penyulitan, การเข้ารหัส',
  hidden:
    'ẩn, hidden, 隐藏, 隱藏, masqué, versteckt, 非表示, 숨김, скрытая, oculta, nascosta, مخفية, tersembunyi, ซ่อน',
  plainText:
    'nội dung, văn bản, text, content, 内容, 內容, 文本, texte, inhalt, テキスト, 텍스트, 내용, текст, texto, testo, النص, पाठ, teks, ข้อความ, អត្ថបទ, ຂໍ້ຄວາມ, စာသား',
  emailTabE:
    'email, e-mail, thư điện tử, người nhận, to, 邮箱, 電子郵件, メール, 이메일, почта, correo, البريد, ईमेल, surel, emel, อีเมล, អ៊ីមែល, ອີເມວ, အီးမေးလ်',
  titleTabE:
    'tiêu đề, chủ đề, subject, 主题, 主旨, objet, betreff, 件名, 제목, тема, asunto, assunto, oggetto, الموضوع, विषय, subjek, หัวเรื่อง',
  contentTabE:
    'nội dung, message, body, 正文, nachricht, 本文, 본문, сообщение, mensaje, mensagem, messaggio, الرسالة, संदेश, pesan, mesej, ข้อความ',
  phoneNumber:
    'điện thoại, số điện thoại, sđt, phone, tel, mobile, 电话, 電話, 手机, téléphone, telefon, 전화, телефон, teléfono, telefone, telefono, الهاتف, फ़ोन, telepon, โทรศัพท์, ទូរស័ព្ទ, ໂທລະສັບ, ဖုန်း',
  smsNumber:
    'điện thoại, số điện thoại, sđt, phone, tel, mobile, number, 电话, 電話, 手机, téléphone, telefon, 전화, телефон, teléfono, telefone, telefono, الهاتف, फ़ोन, telepon, โทรศัพท์, ទូរស័ព្ទ, ໂທລະສັບ, ဖုန်း',
  smsContent:
    'nội dung, tin nhắn, message, sms, text, 短信, 簡訊, nachricht, メッセージ, 메시지, сообщение, mensaje, mensagem, messaggio, الرسالة, संदेश, pesan, mesej, ข้อความ',
  facebookUrl:
    'facebook, liên kết, đường dẫn, link, url, 链接, 連結, lien, リンク, 링크, ссылка, enlace, رابط, लिंक, tautan, ลิงก์',
  shareFacebook:
    'liên kết, đường dẫn, link, url, share, 链接, 連結, lien, リンク, 링크, ссылка, enlace, رابط, लिंक, tautan, ลิงก์',
  firstName:
    'tên, first name, given name, prénom, vorname, 名, 이름, имя, nombre, primeiro nome, الاسم الأول, पहला नाम, nama depan, nama pertama, ชื่อ',
  lastName:
    'họ, last name, surname, family name, 姓, nom, nachname, 성, фамилия, apellidos, apellido, sobrenome, cognome, اسم العائلة, उपनाम, nama belakang, nama keluarga, นามสกุล',
  companyName:
    'công ty, company, 公司, société, entreprise, firma, 会社, 회사, компания, empresa, azienda, الشركة, कंपनी, perusahaan, syarikat, บริษัท',
  jobTitle:
    'chức vụ, chức danh, job title, position, 职位, 職稱, fonction, position, 役職, 직책, должность, cargo, qualifica, المسمى الوظيفي, पद, jabatan, jawatan, ตำแหน่ง',
  mobilePhone:
    'di động, điện thoại, số điện thoại, sđt, mobile, phone, cell, 手机, 手機, 电话, 電話, mobil, téléphone, telefon, 携帯, 휴대전화, 전화, мобильный, телефон, móvil, teléfono, celular, telemóvel, cellulare, الجوال, الهاتف, मोबाइल, ponsel, telepon, telefon bimbit, มือถือ, โทรศัพท์',
  email:
    'email, e-mail, thư điện tử, 邮箱, 電子郵件, メール, 이메일, почта, correo, البريد, ईमेल, surel, emel, อีเมล, អ៊ីមែល, ອີເມວ, အီးမေးလ်',
  websiteUrl:
    'website, web, trang web, url, 网站, 網站, site web, webseite, ウェブサイト, 웹사이트, сайт, sitio web, sito web, الموقع, वेबसाइट, laman web, situs web, เว็บไซต์',
  street:
    'địa chỉ, đường, street, address, 街道, 地址, rue, adresse, straße, 住所, 주소, улица, адрес, calle, dirección, rua, endereço, via, indirizzo, الشارع, العنوان, सड़क, jalan, alamat, ถนน, ที่อยู่',
  ward: 'phường, xã, phường xã, ward, district, 街道或乡镇, 鄉鎮市區, quartier, ortsteil, 区・町村, 동·읍·면, район, barrio, bairro, quartiere, الحي, वार्ड, kelurahan, mukim, ตำบล, แขวง, ឃុំ, សង្កាត់, ບ້ານ, ရပ်ကွက်',
  province:
    'tỉnh, thành phố, tỉnh thành, province, state, city, region, 省, 市, 省或市, 縣市, province ou ville, ville, bundesland, provinz, stadt, 都道府県, 시·도, область, город, provincia, ciudad, estado, cidade, città, المحافظة, المدينة, राज्य, शहर, provinsi, kota, negeri, bandar, จังหวัด, ខេត្ត, ក្រុង, ແຂວງ, ပြည်နယ်',
  country:
    'quốc gia, nước, country, 国家, 國家, pays, land, 国, 국가, страна, país, paese, البلد, देश, negara, ประเทศ, ប្រទេស, ປະເທດ, နိုင်ငံ',
  zipcode:
    'mã bưu chính, mã bưu điện, postcode, zip, zip code, postal code, 邮政编码, 邮编, 郵遞區號, code postal, postleitzahl, plz, 郵便番号, 우편번호, почтовый индекс, индекс, código postal, cep, cap, الرمز البريدي, पिन कोड, kode pos, poskod, รหัสไปรษณีย์, លេខប្រៃសណីយ៍, ລະຫັດໄປສະນີ, စာတိုက်သင်္ကေတ',
  homePhone:
    'điện thoại nhà, home phone, phone 2, 住宅电话, 住家電話, téléphone fixe, telefon privat, 自宅の電話, 집 전화, домашний телефон, teléfono fijo, telefone fixo, telefono di casa, هاتف المنزل, घर का फ़ोन, telepon rumah, telefon rumah, โทรศัพท์บ้าน, ទូរសព្ទផ្ទះ, ໂທລະສັບບ້ານ, အိမ်ဖုန်း',
  fax: 'fax, số fax, 传真, 傳真, télécopie, 팩스, факс, فاكس, फ़ैक्स, faks, แฟกซ์, ទូរសារ, ແຟັກ, ဖက်စ်',
  bank: 'ngân hàng, bank, 银行, 銀行, banque, 은행, банк, banco, banca, بنك, البنك, बैंक, ธนาคาร, ធនាគារ, ທະນາຄານ, ဘဏ်',
  number:
    'số tài khoản, stk, tài khoản, account number, account, 账号, 银行账号, 帳號, 銀行帳號, numéro de compte, kontonummer, 口座番号, 계좌번호, номер счёта, número de cuenta, número da conta, numero di conto, رقم الحساب, खाता संख्या, nomor rekening, nombor akaun, เลขบัญชี, เลขที่บัญชี, លេខគណនី, ເລກບັນຊີ, အကောင့်နံပါတ်, ဘဏ်အကောင့်နံပါတ်',
  accountName:
    'chủ tài khoản, tên tài khoản, account name, account holder, 户名, 戶名, titulaire, kontoinhaber, 口座名義, 예금주, получатель, владелец счёта, titular, intestatario, اسم صاحب الحساب, صاحب الحساب, खाताधारक, nama rekening, nama pemilik rekening, nama akaun, nama pemegang akaun, ชื่อบัญชี, ឈ្មោះគណនី, ម្ចាស់គណនី, ຊື່ບັນຊີ, ຊື່ເຈົ້າຂອງບັນຊີ, အကောင့်အမည်, အကောင့်ပိုင်ရှင်',
  amount:
    'số tiền, amount, price, 金额, 金額, montant, betrag, 금액, сумма, importe, valor, importo, المبلغ, राशि, jumlah, จำนวนเงิน, ចំនួនទឹកប្រាក់, ຈຳນວນເງິນ, ပမာဏ',
  memo: 'nội dung, nội dung chuyển khoản, transfer description, memo, reference, note, 附言, 转账附言, 備註, 轉帳附言, motif, verwendungszweck, 摘要, 振込メッセージ, 메모, 이체 메모, назначение, concepto, descrição, causale, البيان, टिप्पणी, berita, rujukan, บันทึก, บันทึกช่วยจำ, កំណត់ចំណាំ, ខ្លឹមសារផ្ទេរប្រាក់, ໝາຍເຫດ, ເນື້ອໃນການໂອນ, မှတ်ချက်, ငွေလွှဲ မှတ်ချက်',
  use: 'số lần, dùng, use, times, 次数, 次數, utilisation, verwendung, 回数, 횟수, использование, uso, utilizzo, الاستخدام, उपयोग, pemakaian, penggunaan, การใช้',
  service:
    'loại số, loại tài khoản, trang, account type, service, site, 类型, 類型, type, art, 種類, 유형, тип, tipo, النوع, प्रकार, jenis, ประเภท',
  cardAnyway: 'in số thẻ, card anyway, 印卡号, 印卡號',
  bill: 'số hoá đơn, hoá đơn, bill, invoice, 账单, 帳單, facture, rechnung, 請求, 청구, счёт, factura, fatura, fattura, الفاتورة, बिल, tagihan, bil, ใบแจ้งหนี้',
  store:
    'cửa hàng, mã cửa hàng, store, shop, branch, 门店, 門市, magasin, filiale, 店舗, 매장, магазин, tienda, loja, negozio, المتجر, दुकान, toko, kedai, ร้าน',
  idKind: 'loại mã, id type, kind, 类型, 類型, type, art, 種類, 유형, тип, tipo, نوع, प्रकार, jenis, ประเภท',
  id: 'số, mã, số điện thoại, id, phone, mobile, payee, uen, 号码, 號碼, numéro, nummer, 番号, 번호, номер, número, numero, رقم, नंबर, nomor, nombor, หมายเลข, លេខ, ເບີ, နံပါတ်',
  mayChange:
    'sửa được số tiền, editable, may change, 可改金额, 可改金額, modifiable, änderbar, 変更可, 변경 가능, изменяемая, modificable, alterável, modificabile, قابل للتغيير, बदल सकते हैं, boleh diubah, boleh ditukar, แก้ได้',
  expiry:
    'hết hạn, dùng đến ngày, expiry, expires, valid until, 有效期, 到期, expiration, gültig bis, 有効期限, 만료, срок, vencimiento, validade, scadenza, تاريخ الانتهاء, समाप्ति, berlaku sampai, tamat tempoh, หมดอายุ',
  reference:
    'mã tham chiếu, tham chiếu, reference, ref, 参考号, 參考號, référence, referenz, 参照, 참조, референс, referencia, referência, riferimento, المرجع, संदर्भ, referensi, rujukan, อ้างอิง',
  city: 'thành phố, city, 城市, ville, stadt, 都市, 도시, город, ciudad, cidade, città, المدينة, शहर, kota, bandar, เมือง, ទីក្រុង, ເມືອງ, မြို့',
  currency:
    'tiền tệ, currency, 货币, 貨幣, monnaie, devise, währung, 通貨, 통화, валюта, moneda, moeda, valuta, العملة, मुद्रा, mata uang, mata wang, สกุลเงิน, រូបិយប័ណ្ណ, ສະກຸນເງິນ, ငွေကြေး',
  bankName:
    'tên ngân hàng, bank name, 银行名称, 銀行名稱, nom de la banque, name der bank, 銀行名, 은행 이름, название банка, nombre del banco, nome do banco, nome della banca, اسم البنك, nama bank, ชื่อธนาคาร',
  app: 'ứng dụng, app, 应用, 應用程式, application, アプリ, 앱, приложение, aplicación, aplicativo, التطبيق, ऐप, aplikasi, แอป',
  account:
    'tài khoản, số zalo, zalo, account, phone, id, 账号, 帳號, compte, konto, アカウント, 계정, аккаунт, cuenta, conta, الحساب, खाता, akun, akaun, บัญชี',
  text: 'nội dung, tin nhắn, mã, text, message, code, 文本, 文字, texte, テキスト, 텍스트, текст, texto, testo, النص, पाठ, teks, ข้อความ',
  title:
    'tên sự kiện, sự kiện, tiêu đề, event, title, 活动, 活動, événement, veranstaltung, イベント, 행사, событие, evento, الفعالية, कार्यक्रम, acara, งาน',
  start:
    'bắt đầu, start, begins, from, 开始, 開始, début, beginn, 시작, начало, inicio, início, inizio, البداية, आरंभ, शुरू, mulai, mula, เริ่ม',
  end: 'kết thúc, end, ends, until, to, 结束, 結束, fin, ende, 終了, 종료, конец, fim, fine, النهاية, समाप्ति, समाप्त, selesai, tamat, สิ้นสุด',
  isAllDay:
    'cả ngày, all day, 全天, 整天, toute la journée, ganztägig, 終日, 종일, весь день, todo el día, dia inteiro, tutto il giorno, طوال اليوم, पूरे दिन, sepanjang hari, ทั้งวัน',
  zone: 'múi giờ, time zone, timezone, 时区, 時區, fuseau horaire, zeitzone, タイムゾーン, 시간대, часовой пояс, zona horaria, fuso horário, fuso orario, المنطقة الزمنية, समय क्षेत्र, टाइम ज़ोन, zona waktu, เขตเวลา',
  place:
    'địa điểm, nơi, place, location, venue, 地点, 地點, lieu, ort, 場所, 장소, место, lugar, local, luogo, المكان, स्थान, tempat, สถานที่',
  description:
    'mô tả, description, details, 描述, 說明, beschreibung, 説明, 설명, описание, descripción, descrição, descrizione, الوصف, विवरण, deskripsi, keterangan, รายละเอียด',
  url: 'liên kết, đường dẫn, link, url, 链接, 連結, lien, リンク, 링크, ссылка, enlace, رابط, लिंक, tautan, pautan, ลิงก์',
  latitude:
    'vĩ độ, latitude, lat, 纬度, 緯度, breitengrad, 위도, широта, latitud, latitudine, خط العرض, अक्षांश, lintang, latitud, ละติจูด',
  longitude:
    'kinh độ, longitude, lng, lon, long, 经度, 經度, längengrad, 경도, долгота, longitud, longitudine, خط الطول, देशांतर, bujur, ลองจิจูด',
  link: 'liên kết, bản đồ, link, map, 链接, 地图, 連結, 地圖, lien, carte, karte, 地図, 지도, карта, mapa, mappa, الخريطة, मानचित्र, peta, แผนที่',
  format: 'dạng, format, 格式, 形式, 형식, формат, formato, الصيغة, प्रारूप, รูปแบบ',
  placeId: 'place id, mã địa điểm, 地点编号, 地點編號',
  companyEmail:
    'email công ty, company email, work email, 公司邮箱, 公司電子郵件, e-mail de l’entreprise, firmen-e-mail, 会社のメール, 회사 이메일, эл. почта компании, correo de la empresa, e-mail da empresa, email aziendale, البريد الإلكتروني للشركة, कंपनी का ईमेल, email perusahaan, e-mel syarikat, อีเมลบริษัท, អ៊ីមែលក្រុមហ៊ុន, ອີເມວບໍລິສັດ, ကုမ္ပဏီ အီးမေးလ်',
}

/** A shorter one begins many other words: `mã` of `màu`. */
const MIN_START = 3

const wordsOf = (name: string): string[] =>
  (HEADS[name as ColumnField] ?? '').split(',').map((word) => foldText(word.trim()))

/** How well a head names a field: 2 as the same words, 1 as its beginning, 0 not at all. */
function likeness(head: string, words: readonly string[]): number {
  if (words.includes(head)) return 2
  return words.some((word) => word.length >= MIN_START && head.startsWith(`${word} `)) ? 1 : 0
}

/**
 * The fields of the columns by their heads; empty for a column that no field is kept under. Each field is taken once, and
 * by the head that names it best; of two fields that one head names, a required one has it.
 */
export function fieldsOfHeads(heads: readonly string[], type: ManyType): (RowField | '')[] {
  const folded = heads.map((head) => foldText(head.trim()))
  const matches = rowFieldsOf(type).flatMap((field) => {
    const words = wordsOf(contentNameOf(field))
    const need = Number(isRequired(type, field))
    return folded.map((head, column) => ({ field, column, need, score: likeness(head, words) }))
  })
  const found: (RowField | '')[] = heads.map(() => '')
  for (const { field, column, score } of matches.sort((a, b) => b.score - a.score || b.need - a.need)) {
    if (score > 0 && found[column] === '' && !found.includes(field)) found[column] = field
  }
  return found
}
